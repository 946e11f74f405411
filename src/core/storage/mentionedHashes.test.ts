import { expect, test } from 'vitest';
import { mentionedHashes } from './mentionedHashes';

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));

test('finds hashes at any depth, joined ones too, and nothing else', () => {
  const stored = {
    files: [{ slices: [{ hash: a }], note: 'a' }],
    hashes: `${b}${c}`,
    near: [a?.slice(1), `${b}0`, a?.toUpperCase(), 7, null],
    nested: new Map([['key', new Set([c])]]),
  };
  expect([...mentionedHashes(stored)].sort()).toEqual([a, b, c]);
});

test('a value may be deep', () => {
  let deep: unknown = a;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect([...mentionedHashes(deep)]).toEqual([a]);
});
