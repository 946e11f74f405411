import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSlice } from './createSlice';
import { splitLines } from './lineIndex';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const lines = splitLines('one\ntwo  \nthree\nfour\nfive\nsix\nséven\n');

it('holds the hash of its text, the surrounding lines, and its symbol', () => {
  expect(
    createSlice({ lines, fileHash: 'abc' }, { startLine: 2, endLine: 3, tag: 'core', comment: 'why' }),
  ).toEqual({
    startLine: 2,
    endLine: 3,
    tag: 'core',
    comment: 'why',
    contentHash: sha256('two\nthree'),
    anchorLines: ['one', 'four', 'five', 'six'],
    anchorBefore: 1,
    totalLines: 7,
    symbol: undefined,
    fileHash: 'abc',
    lineHashes: expect.stringMatching(/^[\w-]{8}$/) as string,
    unknown: {},
  });
});

it('drops lines beyond the end of the file', () => {
  const slice = createSlice({ lines }, { startLine: 6, endLine: 900 });
  expect(slice).toMatchObject({ startLine: 6, endLine: 7, contentHash: sha256('six\nséven') });
  expect(createSlice({ lines }, { startLine: -3, endLine: -9 })).toMatchObject({ startLine: 1, endLine: 1 });
});

const store = { path: 'Store', startLine: 2, endLine: 6, starts: [1, 2] };
const get = { path: 'Store.get', startLine: 3, endLine: 4, starts: [3] };
const put = { path: 'Store.put', startLine: 5, endLine: 5, starts: [5] };
const other = { path: 'Store.other', startLine: 5, endLine: 5, starts: [5] };

it.each([
  [1, 6, 'Store'],
  [2, 6, 'Store'],
  [3, 4, 'Store.get'],
  [3, 5, undefined],
  [5, 5, undefined],
])('lines %d to %d are the symbol %s', (startLine, endLine, symbol) => {
  const symbols = [store, get, put, other];
  expect(createSlice({ lines, symbols }, { startLine, endLine }).symbol).toBe(symbol);
});
