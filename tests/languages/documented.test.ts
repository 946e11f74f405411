import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describedLanguages } from './describedLanguages';

it('docs/languages.md lists the languages there are', () => {
  const rows = readFileSync('docs/languages.md', 'utf8').matchAll(/^\| [^|]+ \| (\w[\w-]*) \| (?!read by)/gm);
  expect([...rows].map(([, id]) => id).sort()).toEqual([...describedLanguages()].sort());
});
