import { expect, it } from 'vitest';
import { supportFor } from './codeLanguage';

it.each([
  ['a.ts', 'const a = 1;', 'typescript'],
  ['bin/tool', '#!/usr/bin/env python3', 'python'],
  ['Makefile', 'all:', undefined],
  ['notes', 'Plain words', undefined],
])('%s that begins with %j is highlighted as %s', async (path, line, expected) => {
  expect((await supportFor(path, [line]))?.language.name).toBe(expected);
});
