import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTree } from '../../../tests/fileTreeInTests';
import { growth } from '../../../tests/growth';
import type { IndexedFile, ScannedEntry } from '../../../workers/engine/contract';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { LeftOut } from '../../core/ignore/leftOut';
import type { FileTree } from './fileTree';
import {
  checkState,
  filesIn,
  contextTokens,
  fileTokens,
  isCounted,
  type FileNode,
  type FolderNode,
  type FolderSums,
} from './treeNode';
import { path } from '../../../tests/repoPathInTests';

const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
const ignored: LeftOut = { source: 'file', rule: '*.log', file: path('.gitignore'), line: 3 };

describe('FileTree', () => {
  it('sums files, tokens and ticks for every folder above', () => {
    const { tree, tick } = fileTree();
    tree.addEntries([file(1, 'src/core/a.ts'), file(2, 'src/b.ts'), file(3, 'readme.md')]);
    tree.setIndexed([indexed(1, text(30)), indexed(2, text(5))]);
    tick('src/core/a.ts');
    expect(sumsAt(tree, 'src')).toMatchObject({
      files: 2,
      counted: 2,
      pending: 0,
      tokens: 35,
      ticked: 1,
      tickedTokens: 30,
    });
    expect(tree.root.sums).toMatchObject({
      files: 3,
      counted: 2,
      pending: 1,
      tokens: 35,
      ticked: 1,
      tickable: 3,
    });
  });

  it('knows the symbols of a file as long as its content is the same', () => {
    const { tree } = fileTree();
    tree.addEntries([file(1, 'a.ts')]);
    const first = '1' as ContentHash;
    const second = '2' as ContentHash;
    tree.setIndexed([indexed(1, textOf(first))]);
    expect(tree.setSymbols(path('a.ts'), second, 9)).toBe(false);
    expect(tree.setSymbols(path('a.ts'), first, 3)).toBe(true);
    tree.setIndexed([indexed(1, textOf(first))]);
    expect(tree.byPath('a.ts')?.symbols).toBe(3);
    tree.setIndexed([indexed(1, textOf(second))]);
    expect(tree.byPath('a.ts')?.symbols).toBeUndefined();
  });

  it('tells how a folder is ticked', () => {
    const { tree, tick } = fileTree();
    tree.addEntries([file(1, 'src/a.ts'), file(2, 'src/b.ts'), file(3, 'src/c.log', ignored)]);
    const src = folderAt(tree, 'src');
    expect(checkState(src)).toBe(false);
    tick('src/a.ts');
    expect(checkState(src)).toBe('mixed');
    tick('src/b.ts');
    expect(checkState(src)).toBe(true);
  });

  it('adds what is left out to the sums only once it is ticked', () => {
    const { tree, tick } = fileTree();
    tree.addEntries([
      file(1, 'a.log', ignored),
      folder(2, 'node_modules', ignored),
      file(3, 'node_modules/x/y.js', ignored),
    ]);
    tree.setIndexed([indexed(1, text(10))]);
    expect(tree.root.sums).toMatchObject({ files: 0, tokens: 0, tickable: 0, leftOut: 2 });
    tick('a.log');
    expect(tree.root.sums).toMatchObject({ files: 1, tokens: 10, ticked: 1, leftOut: 1 });
    tick('a.log', false);
    expect(tree.root.sums).toMatchObject({ files: 0, tokens: 0, ticked: 0, leftOut: 2 });
  });

  it('follows a rule that comes or goes', () => {
    const { tree } = fileTree();
    tree.addEntries([file(1, 'out/deep/a.js', ignored), folder(2, 'out', ignored)]);
    expect(tree.root.sums.leftOut).toBe(1);
    expect(tree.byPath('out/deep')?.leftOut).toBe(ignored);
    tree.removeIds([2]);
    tree.addEntries([file(1, 'out/deep/a.js')]);
    expect(tree.root.sums).toMatchObject({ leftOut: 0, files: 1 });
    expect(tree.byPath('out')?.leftOut).toBeUndefined();
  });

  it('knows a tick before the file is listed', () => {
    const { tree, tick } = fileTree();
    tick('src/late.ts');
    tree.addEntries([file(1, 'src/late.ts')]);
    expect(tree.root.sums.ticked).toBe(1);
  });

  it('keeps a ticked file that vanishes as missing until it is unticked or comes back', () => {
    const { tree, tick } = fileTree();
    tree.addEntries([file(1, 'src/a.ts'), file(2, 'src/b.ts')]);
    tree.setIndexed([indexed(1, text(7)), indexed(2, text(8))]);
    for (const ticked of ['src/a.ts', 'src/b.ts']) tick(ticked);
    tree.removeIds([1, 2]);
    expect(tree.byPath('src/a.ts')).toMatchObject({ missing: true, ticked: true });
    expect(tree.root.sums).toMatchObject({ files: 0, ticked: 2, tickable: 2, tickedTokens: 0 });

    tree.addEntries([file(3, 'src/a.ts')]);
    tree.setIndexed([indexed(3, text(9))]);
    tick('src/b.ts', false);
    expect(tree.byPath('src/a.ts')).toMatchObject({ missing: false });
    expect(tree.byPath('src/b.ts')).toBeUndefined();
    expect(tree.root.sums).toMatchObject({ files: 1, ticked: 1, tickedTokens: 9 });
  });

  it('remembers what a file held that went missing', () => {
    const { tree, tick } = fileTree();
    tree.addEntries([file(1, 'a.ts')]);
    const hash = '1' as ContentHash;
    tree.setIndexed([indexed(1, textOf(hash))]);
    tick('a.ts');
    tree.removeIds([1]);
    expect(tree.byPath('a.ts')).toMatchObject({ missing: true, held: { hash } });
    tree.addEntries([file(2, 'a.ts')]);
    tree.setIndexed([indexed(2, { kind: 'missing', block })]);
    expect(tree.byPath('a.ts')).toMatchObject({ missing: true, held: { hash } });
    tree.setIndexed([indexed(2, textOf(hash))]);
    expect(tree.byPath('a.ts')).toMatchObject({ missing: false, held: undefined });
  });

  it('has a missing file back when its tick, or it itself, comes back', () => {
    const { tree, tick } = fileTree();
    tick('gone/x.ts');
    tree.addEntries([file(1, 'gone/x.ts')]);
    tree.setIndexed([indexed(1, { kind: 'missing', block })]);
    tick('gone/x.ts', false);
    expect(tree.byPath('gone')).toBeUndefined();
    tick('gone/x.ts');
    expect(tree.byPath('gone/x.ts')).toMatchObject({ missing: true, ticked: true });
    expect(tree.root.sums.ticked).toBe(1);
    tick('gone/x.ts', false);
    tree.setIndexed([indexed(1, text(7))]);
    expect(tree.byPath('gone/x.ts')).toMatchObject({ missing: false, ticked: false });
    expect(tree.root.sums).toMatchObject({ files: 1, tokens: 7, ticked: 0 });
    tree.removeIds([1]);
    expect(tree.byPath('gone')).toBeUndefined();
  });

  it('shows a ticked path that is nowhere as missing', () => {
    const { tree, tick } = fileTree();
    tick('gone/x.ts');
    tree.addEntries([file(1, 'gone/x.ts')]);
    tree.setIndexed([indexed(1, { kind: 'missing', block })]);
    expect(tree.byPath('gone/x.ts')).toMatchObject({ missing: true });
    tick('gone/x.ts', false);
    expect(tree.root.children.size).toBe(0);
  });

  it('drops folders that have become empty', () => {
    const { tree } = fileTree();
    tree.addEntries([file(1, 'a/b/c/d.ts')]);
    tree.removeIds([1]);
    expect(tree.root.children.size).toBe(0);
    expect(tree.byPath('a/b')).toBeUndefined();
  });

  it('takes a file that has become a folder, and back', () => {
    const { tree } = fileTree();
    tree.addEntries([file(1, 'a')]);
    tree.addEntries([file(2, 'a/b')]);
    expect(tree.byPath('a')?.kind).toBe('folder');
    tree.addEntries([file(3, 'a')]);
    expect(tree.byPath('a')?.kind).toBe('file');
    expect(tree.root.sums.files).toBe(1);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'treats %s like any other name',
    (name) => {
      const { tree } = fileTree();
      tree.addEntries([file(1, `${name}/${name}/x`), file(2, `dir/${name}`)]);
      expect(tree.byPath(`${name}/${name}`)).toMatchObject({ kind: 'folder', name });
      expect(tree.byPath(`dir/${name}`)).toMatchObject({ kind: 'file', name });
      expect(sumsAt(tree, name).files).toBe(1);
    },
  );

  it('has the sums of a recount from scratch after anything that can happen', () => {
    fc.assert(
      fc.property(fc.array(step(), { maxLength: 40 }), (steps) => {
        const made = fileTree();
        const idByPath = new Map<string, number>();
        for (const take of steps) take(made, idByPath);
        expectRecount(made.tree.root);
      }),
      { numRuns: 2_000 },
    );
  });

  it('adds batches to a folder in time that is in proportion to the files', () => {
    const batches = Array.from({ length: 160 }, (_, at) =>
      Array.from({ length: 500 }, (_, index) => file(at * 500 + index, `big/folder/file${at}-${index}.txt`)),
    );
    const addAll = (count: number): void => {
      const { tree } = fileTree();
      for (const batch of batches.slice(0, count)) tree.addEntries(batch);
      expect(tree.root.sums.files).toBe(count * 500);
    };
    expect(growth(addAll, { size: 20, factor: 8, limit: 40 })).toBeLessThan(40);
  });
});

type Step = (made: ReturnType<typeof fileTree>, idByPath: Map<string, number>) => void;

/** One thing that can happen to a tree, over few names, so that they meet. */
function step(): fc.Arbitrary<Step> {
  const somePath = fc
    .array(fc.constantFrom('a', 'b', '__proto__'), { minLength: 1, maxLength: 4 })
    .map((names) => names.join('/'));
  const leftOut = fc.option(fc.constant(ignored), { nil: undefined });
  const content = fc.oneof(
    fc.nat(100).map(text),
    fc.constantFrom<FileContent>(
      { kind: 'binary', reason: '', block },
      { kind: 'missing', block },
      { kind: 'unread', reason: '', tokens: 9, block },
    ),
  );
  const add = fc
    .tuple(somePath, fc.constantFrom('file', 'folder'), leftOut)
    .map(([where, kind, out]): Step => {
      return ({ tree }, idByPath) => {
        const id = idByPath.get(where) ?? idByPath.size + 1;
        idByPath.set(where, id);
        tree.addEntries([kind === 'file' ? file(id, where, out) : folder(id, where, out)]);
      };
    });
  const remove = somePath.map((where): Step => ({ tree }, idByPath) => {
    tree.removeIds([idByPath.get(where) ?? 0]);
  });
  const index = fc.tuple(somePath, content).map(([where, found]): Step => {
    return ({ tree }, idByPath) => {
      tree.setIndexed([indexed(idByPath.get(where) ?? 0, found)]);
    };
  });
  const tick = fc.tuple(somePath, fc.boolean()).map(([where, on]): Step => (made) => {
    made.tick(where, on);
  });
  return fc.oneof({ weight: 3, arbitrary: add }, remove, index, tick);
}

function expectRecount(folder: FolderNode): void {
  expect(folder.sums).toEqual(recount(folder));
  for (const child of folder.children.values()) {
    expect(child.parent).toBe(folder);
    if (child.kind === 'folder') expectRecount(child);
    else if (child.missing) expect(child.ticked).toBe(true);
  }
}

function recount(folder: FolderNode): FolderSums {
  const files = filesIn(folder);
  const used = files.filter((node) => node.leftOut === undefined || node.ticked);
  const there = used.filter((node) => !node.missing);
  const ticked = used.filter((node) => node.ticked);
  return {
    files: there.length,
    counted: there.filter(isCounted).length,
    pending: there.filter((node) => node.content === undefined).length,
    tokens: total(used),
    tickable: used.length,
    ticked: ticked.length,
    tickedCounted: ticked.filter(isCounted).length,
    tickedTokens: ticked.reduce((sum, node) => sum + contextTokens(node), 0),
    unusedFiles: files.length - used.length,
    leftOut: countLeftOut(folder),
  };
}

function countLeftOut(folder: FolderNode): number {
  let count = 0;
  for (const node of folder.children.values()) {
    const isTop = node.leftOut !== undefined && folder.leftOut === undefined;
    if (isTop && !(node.kind === 'file' && node.ticked)) count += 1;
    if (node.kind === 'folder') count += countLeftOut(node);
  }
  return count;
}

function total(files: readonly FileNode[]): number {
  return files.reduce((sum, node) => sum + fileTokens(node), 0);
}

function textOf(hash: ContentHash): FileContent {
  return { kind: 'text', hash, lines: 1, tokens: 1, encoding: 'utf-8', warnings: [], block };
}

function sumsAt(tree: FileTree, where: string): FolderSums {
  return folderAt(tree, where).sums;
}

function folderAt(tree: FileTree, where: string): FolderNode {
  const node = tree.byPath(where);
  if (node?.kind !== 'folder') throw new Error(`${where} is no folder`);
  return node;
}

function file(id: number, where: string, leftOut?: LeftOut): ScannedEntry {
  return { id, path: path(where), kind: 'file', ...(leftOut && { leftOut }) };
}

function folder(id: number, where: string, leftOut?: LeftOut): ScannedEntry {
  return { id, path: path(where), kind: 'folder', ...(leftOut && { leftOut }) };
}

function indexed(id: number, content: FileContent): IndexedFile {
  return { id, size: 1, modified: 0, content, checked: true };
}

function text(tokens: number): FileContent {
  return {
    kind: 'text',
    hash: 'hash' as ContentHash,
    lines: 1,
    tokens,
    encoding: 'utf-8',
    warnings: [],
    block: { ...block, tokens },
  };
}
