import { expect, test } from 'vitest';
import { viewKey } from '../../core/views/viewRequest';
import type { ContentHash } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { createSlice } from '../../core/slices/createSlice';
import type { CustomSlice } from '../../core/slices/customSlice';
import { resolveSlices } from '../../core/slices/resolveSlices';
import { Composition } from '../composition/composition.svelte';
import { Slices } from './slices';

const A = 'a.ts' as RepoPath;
const B = 'b.ts' as RepoPath;
const LINES = ['const one = 1;', 'const two = 2;', 'const three = 3;', 'const four = 4;'];

/** Files of lines. `during` runs while the engine creates slices. */
class Files {
  readonly lines = new Map<RepoPath, readonly string[]>([
    [A, LINES],
    [B, LINES],
  ]);
  readonly composition = new Composition();
  during = (_path: RepoPath): void => undefined;
  readonly slices = new Slices({
    composition: this.composition,
    engine: {
      anchorSlices: async (path, wanted) => {
        await Promise.resolve();
        this.during(path);
        const lines = this.lines.get(path) ?? [];
        return wanted.map((range) => createSlice({ lines, fileHash: lines.join() }, range));
      },
    },
    choices: {
      setSlices: (slicesByPath, name) => {
        const items = Array.from(slicesByPath, ([path, customSlices]) => {
          const item = this.composition.item(path) ?? this.composition.newItem(path);
          return [path, { ...item, customSlices }] as const;
        });
        this.composition.apply({ items: new Map(items) }, name);
      },
    },
    views: {
      async lookInto(wanted) {
        await Promise.resolve();
        return wanted.map(({ path, views }) => ({
          path,
          hash: theirs.lines.get(path)?.join() as ContentHash,
          views: views.map((view) => ({
            key: viewKey(view),
            block: { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 },
            ...{ gaps: [], notes: [], warnings: [] },
            ...(view.mode === 'custom' && {
              slices: resolveSlices({ lines: theirs.lines.get(path) ?? [] }, view.slices),
            }),
          })),
        }));
      },
    },
  });
}

let theirs: Files;

async function filesWithSlices(): Promise<Files> {
  const files = (theirs = new Files());
  for (const path of [A, B])
    await files.slices.add(path, [
      { startLine: 1, endLine: 1, tag: 'one' },
      { startLine: 3, endLine: 3, tag: 'three' },
    ]);
  return files;
}

function move({ lines }: Files, path: RepoPath): void {
  lines.set(path, ['// new', ...(lines.get(path) ?? [])]);
}

function told({ slices }: Files, path: RepoPath): unknown {
  return slices.of(path).map(({ tag, startLine }: CustomSlice) => [tag, startLine]);
}

test('places are taken for the slices they were found for, though these were reordered meanwhile', async () => {
  const files = await filesWithSlices();
  move(files, A);
  const [one] = files.slices.of(A);
  const accepted = files.slices.accept([A]);
  if (one !== undefined) files.slices.move(A, one, 1);
  expect(await accepted).toBe(2);
  expect(told(files, A)).toEqual([
    ['three', 4],
    ['one', 2],
  ]);
});

test('keeps a change that the user makes while places are searched', async () => {
  const files = await filesWithSlices();
  for (const path of [A, B]) move(files, path);
  files.during = (path) => {
    const [one] = files.slices.of(A);
    if (path === B && one !== undefined) files.slices.remove(A, one);
  };
  expect(await files.slices.accept([A, B])).toBe(3);
  expect(told(files, A)).toEqual([['three', 4]]);
});

test('a file that is unticked meanwhile is not ticked again', async () => {
  const files = await filesWithSlices();
  move(files, A);
  files.during = () => {
    files.composition.apply({ items: new Map([[A, undefined]]) }, 'Untick');
  };
  expect(await files.slices.accept([A])).toBe(0);
  expect(files.composition.item(A)).toBeUndefined();
});

test('ignores places in a content that has changed', async () => {
  const files = await filesWithSlices();
  move(files, A);
  files.during = () => {
    files.during = () => undefined;
    move(files, A);
  };
  await expect(files.slices.accept([A])).rejects.toThrow('a.ts has changed.');
  expect(told(files, A)).toEqual([
    ['one', 1],
    ['three', 3],
  ]);
  expect(await files.slices.accept([A, B])).toBe(2);
  expect(files.composition.undoName).toBe('Accept moved slices in a.ts');
  expect(told(files, A)).toEqual([
    ['one', 3],
    ['three', 5],
  ]);
});

test('a slice that is labeled while its lines change keeps both', async () => {
  const files = await filesWithSlices();
  const [one] = files.slices.of(A);
  if (one === undefined) throw new Error('there is no slice');
  const ranged = [
    files.slices.setRange(A, one, { startLine: 1, endLine: 2 }),
    files.slices.setRange(A, one, { startLine: 2, endLine: 2 }),
  ];
  files.slices.setLabel(A, one, { tag: 'named', comment: 'why' });
  await Promise.all(ranged);
  expect(files.slices.of(A)[0]).toMatchObject({ tag: 'named', comment: 'why', startLine: 2, endLine: 2 });
  files.composition.undo();
  expect(files.slices.of(A)[0]).toMatchObject({ tag: 'named', comment: 'why', startLine: 1, endLine: 2 });
});

test('a slice that moved is not made again at its new lines, but other lines can be at its old ones', async () => {
  const files = await filesWithSlices();
  move(files, A);
  await files.slices.add(A, [{ startLine: 2, endLine: 2 }]);
  expect(told(files, A)).toEqual([
    ['one', 1],
    ['three', 3],
  ]);
  const twice = [{ startLine: 3, endLine: 3 }];
  await Promise.all([files.slices.add(A, twice), files.slices.add(A, twice)]);
  expect(told(files, A)).toEqual([
    ['one', 1],
    ['three', 3],
    [undefined, 3],
  ]);
});

test('a slice whose lines are gone does not keep others from its place', async () => {
  const files = await filesWithSlices();
  files.lines.set(A, ['let all;', 'let is;', 'let new;', 'let here;']);
  await files.slices.add(A, [{ startLine: 3, endLine: 3 }]);
  expect(told(files, A)).toHaveLength(3);
});

test('lines beyond the end of a file make no slice, and say where it ends', async () => {
  const files = await filesWithSlices();
  const before = told(files, A);
  await expect(files.slices.add(A, [{ startLine: 5, endLine: 9 }])).rejects.toThrow('a.ts has only 4 lines');
  expect(told(files, A)).toEqual(before);
  await files.slices.add(A, [{ startLine: 4, endLine: 9 }]);
  expect(files.slices.of(A).at(-1)).toMatchObject({ startLine: 4, endLine: 4 });
  expect(files.composition.undoName).toBe('Slice line 4 of a.ts');
  files.lines.set(A, ['one']);
  await expect(files.slices.add(A, [{ startLine: 2, endLine: 2 }])).rejects.toThrow(/only 1 line$/);
  files.lines.set(A, []);
  await expect(files.slices.add(A, [{ startLine: 1, endLine: 1 }])).rejects.toThrow('a.ts has no lines');
});
