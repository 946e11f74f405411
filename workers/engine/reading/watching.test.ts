import { describe, expect, it } from 'vitest';
import { changesOf, mergeChanges, type ChangeRecord } from './watching';

const everyPath = (): boolean => true;

function record(type: ChangeRecord['type'], path: string, movedFrom?: string): ChangeRecord {
  const relativePathComponents = path === '' ? [] : path.split('/');
  return { type, relativePathComponents, relativePathMovedFrom: movedFrom?.split('/') ?? null };
}

function some(folders: readonly string[], files: readonly string[]): unknown {
  return { kind: 'some', folders: new Set(folders), files: new Set(files) };
}

describe('the effect of a change on disk', () => {
  it.each([
    ['a file that was written', [record('modified', 'src/a')], some([], ['src/a'])],
    ['a file that came', [record('appeared', 'src/a')], some(['src'], ['src/a'])],
    ['a file of the root that went', [record('disappeared', 'a')], some([''], ['a'])],
    ['a move', [record('moved', 'b/y', 'a/x')], some(['b', 'a'], ['b/y', 'a/x'])],
    ['an ignore file', [record('modified', 'src/.gitignore')], { kind: 'everything' }],
    ['the private list', [record('modified', '.git/info/exclude')], { kind: 'everything' }],
    ["the repository's settings", [record('modified', '.git/config')], { kind: 'everything' }],
    ['the root itself', [record('disappeared', '')], { kind: 'everything' }],
    ['a lost connection', [record('modified', 'a'), record('errored', '')], { kind: 'everything' }],
    ['changes that were not kept up with', [record('unknown', '')], { kind: 'everything' }],
  ])('%s', (_, records, expected) => {
    expect(changesOf(records, everyPath)).toEqual(expected);
  });

  it('leaves aside what lies where nobody looks', () => {
    const records = [record('appeared', 'node_modules/x'), record('modified', 'a')];
    expect(changesOf(records, (path) => path === 'a')).toEqual(some([], ['a']));
    expect(changesOf(records.slice(0, 1), () => false)).toBeUndefined();
  });

  it('joins changes, and takes many for everything', () => {
    const one = changesOf([record('appeared', 'a/x')], everyPath);
    const many = changesOf(
      Array.from({ length: 1_001 }, (__, at) => record('modified', `f${at}`)),
      everyPath,
    );
    if (one === undefined || many === undefined) throw new Error('these changes concern the workspace');
    expect(mergeChanges(one, one)).toEqual(one);
    expect(mergeChanges(one, many)).toEqual({ kind: 'everything' });
    const quiet = { kind: 'everything', quiet: true } as const;
    expect(mergeChanges(quiet, quiet)).toEqual(quiet);
    expect(mergeChanges(quiet, one)).toEqual({ kind: 'everything' });
  });
});
