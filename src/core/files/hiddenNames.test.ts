import { expect, it } from 'vitest';
import { isNameHidden } from './hiddenNames';

it.each([
  'aux.c',
  'con/a.ts',
  'x/NUL',
  'a.lnk',
  'a:b',
  'a?',
  '~a',
  'a~',
  ' a',
  'a ',
  'a.',
  '..a',
  'a\tb',
  'a\u202eb',
])('hides %j', (path) => {
  expect(isNameHidden(path)).toBe(true);
});

it.each(['.gitignore', '.env', 'auxiliary.c', 'console/a.ts', 'a b', 'a.b', 'x/ü.ts', 'link', 'a~b'])(
  'lists %j',
  (path) => {
    expect(isNameHidden(path)).toBe(false);
  },
);
