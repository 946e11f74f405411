import { describe, expect, it } from 'vitest';
import type { LineRange } from '../slices/customSlice';
import { sliceComments, type OutlinedSymbol } from './sliceComments';

type Written = [kind: OutlinedSymbol['kind'], path: string, startLine: number, endLine: number];

function symbolsOf(written: readonly Written[]): readonly OutlinedSymbol[] {
  const paths = written.map(([, path]) => path);
  return written.map(([kind, path, startLine, endLine]) => {
    const dot = path.lastIndexOf('.');
    const [name, parent] = [path.slice(dot + 1), paths.indexOf(path.slice(0, Math.max(0, dot)))];
    return { kind, name, path, parent, startLine, endLine };
  });
}

const STORE = symbolsOf([
  ['Class', 'Cache', 1, 30],
  ['Method', 'Cache.get', 2, 9],
  ['Method', 'Cache.set', 10, 29],
  ['Class', 'Store', 31, 90],
  ['Method', 'Store.open', 32, 39],
  ['Method', 'Store.load', 40, 59],
  ['Func', 'Store.load.retry', 45, 50],
  ['Method', 'Store.close', 60, 69],
  ['Method', 'Store.toJSON', 70, 89],
  ['Func', 'makeStore', 91, 99],
]);

const lines = (startLine: number, endLine: number): LineRange => ({ startLine, endLine });

describe('comments of slices', () => {
  it('say where a slice begins, and which symbols are hidden next to it', () => {
    expect(sliceComments(STORE, [lines(52, 62)])).toEqual([
      'in Store.load; above: Cache, open, retry; below: toJSON, makeStore',
    ]);
  });

  it('name each hidden symbol once, and none whose first line is shown', () => {
    expect(sliceComments(STORE, [lines(5, 12), lines(32, 45), lines(91, 99)])).toEqual([
      'in Cache.get',
      'in Store',
      'above: Store.close, Store.toJSON',
    ]);
  });

  it('name overloads once', () => {
    const overloads = symbolsOf([
      ['Func', 'parse', 1, 1],
      ['Func', 'parse', 2, 2],
      ['Func', 'parse', 3, 9],
      ['Func', 'print', 10, 19],
      ['Func', 'parse', 20, 29],
    ]);
    expect(sliceComments(overloads, [lines(30, 40)])).toEqual(['above: parse, print, parse']);
  });

  it('are left out if there is nothing to say', () => {
    expect(sliceComments(STORE, [lines(1, 99)])).toEqual([undefined]);
    expect(sliceComments([], [lines(20, 30), lines(50, 60)])).toEqual([undefined, undefined]);
  });

  it('stop after four names', () => {
    const many = symbolsOf(Array.from({ length: 40 }, (_, at) => ['Func', `f${at}`, 10 + at, 10 + at]));
    expect(sliceComments(many, [lines(15, 15), lines(60, 60)])).toEqual([
      'above: f0, f1, f2, f3, f4',
      'above: f6, f7, f8, f9, +30',
    ]);
    expect(sliceComments(many, [lines(1, 1)])).toEqual(['below: f0, f1, f2, f3, +36']);
  });

  it('quote names that are texts, and cut long ones', () => {
    const texts = symbolsOf([
      ['Heading', 'Run (it), then "stop"', 1, 5],
      ['Test', `a${'b'.repeat(99)}`, 6, 9],
    ]);
    expect(sliceComments(texts, [lines(20, 30)])).toEqual([
      `above: "Run (it), then 'stop'", a${'b'.repeat(22)}…`,
    ]);
  });

  it('keep names apart that are cut, and the ends of paths', () => {
    const long = 'Authentication'.repeat(3);
    const symbols = symbolsOf([
      ['Class', long, 1, 30],
      ['Method', `${long}.open`, 2, 9],
      ['Method', `${long}.close`, 10, 30],
      ['Test', 'returns an error when the input is empty', 31, 39],
      ['Test', 'returns an error when the input is null', 40, 49],
    ]);
    const cut = '"returns an error when t…"';
    expect(sliceComments(symbols, [lines(1, 1), lines(50, 60)])).toEqual([
      undefined,
      `above: …tionAuthentication.open, …ionAuthentication.close, ${cut}, ${cut}`,
    ]);
  });

  it('take little time for 100,000 symbols and many slices', () => {
    const many = symbolsOf([]).concat(
      Array.from({ length: 100_000 }, (_, at): OutlinedSymbol => {
        const name = `f${at}`;
        return { kind: 'Func', name, path: name, parent: -1, startLine: 1 + at, endLine: 1 + at };
      }),
    );
    const ranges = Array.from({ length: 1_600 }, (_, at) => lines(60 * at + 20, 60 * at + 39));
    const comments = sliceComments(many, ranges);
    expect(comments).toHaveLength(1_600);
    expect(comments[1]).toBe('above: f39, f40, f41, f42, +36');
  });
});
