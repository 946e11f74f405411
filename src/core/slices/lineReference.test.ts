import { expect, it } from 'vitest';
import { parseLineReference } from './lineReference';

it.each([
  ['src/a.ts#L10-20', { path: 'src/a.ts', startLine: 10, endLine: 20 }],
  ['src/a.ts#L10-L20', { path: 'src/a.ts', startLine: 10, endLine: 20 }],
  [' a.ts#l7 ', { path: 'a.ts', startLine: 7, endLine: 7 }],
  ['c#/a#b.cs#L3-1', { path: 'c#/a#b.cs', startLine: 1, endLine: 3 }],
  ['#L1', { path: '', startLine: 1, endLine: 1 }],
])('reads %j', (text, reference) => {
  expect(parseLineReference(text)).toEqual(reference);
});

it.each(['src/a.ts', 'a.ts#10', 'a.ts#L0', 'a.ts#L', 'a.ts#L1-', 'a.ts#L1-2x', 'a.ts#L12345678901', ''])(
  'takes %j for no lines',
  (text) => {
    expect(parseLineReference(text)).toBeUndefined();
  },
);
