import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRepoPaths, parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import { defaultItem } from '../../core/items/fileItem';
import { Composition, type CompositionChange } from './composition.svelte';

function path(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind !== 'path') throw new Error(parsed.reason);
  return parsed.path;
}

function tick(...texts: string[]): CompositionChange {
  return { items: new Map(texts.map((text) => [path(text), defaultItem(path(text))])) };
}

function untick(...texts: string[]): CompositionChange {
  return { items: new Map(texts.map((text) => [path(text), undefined])) };
}

function stateOf(composition: Composition) {
  return { paths: [...composition.paths], options: composition.options };
}

describe('Composition', () => {
  test('lists its paths in the order of their bytes, whatever the order of the clicks', () => {
    const composition = new Composition();
    composition.apply(tick('b.ts'), 'Tick b.ts');
    composition.apply(tick('a/z.ts', '\u{10000}.ts'), 'Tick two');
    composition.apply(tick('B.ts', '\uFFFD.ts'), 'Tick two more');
    expect(composition.paths).toEqual(['B.ts', 'a/z.ts', 'b.ts', '\uFFFD.ts', '\u{10000}.ts']);
  });

  test('undoes and redoes by name, and a new change clears the redo steps', () => {
    const composition = new Composition();
    composition.apply(tick('a.ts'), 'Tick a.ts');
    composition.apply({ options: { fileTree: 'all' } }, 'File tree: all files');
    expect(composition.undo()).toBe('File tree: all files');
    expect(composition.options.fileTree).toBe('off');
    expect(composition.redoName).toBe('File tree: all files');
    composition.apply(tick('b.ts'), 'Tick b.ts');
    expect(composition.redo()).toBeUndefined();
    expect(composition.paths).toEqual(['a.ts', 'b.ts']);
  });

  test('makes one step of typing in one box', () => {
    const composition = new Composition();
    for (const task of ['F', 'Fi', 'Fix']) composition.apply({ options: { task } }, 'Edit task', 'task');
    composition.apply({ options: { instructions: 'Be brief' } }, 'Edit instructions', 'instructions');
    composition.undo();
    expect(composition.options).toMatchObject({ task: 'Fix', instructions: '' });
    composition.undo();
    expect(composition.options.task).toBe('');
    composition.redo();
    expect(composition.options.task).toBe('Fix');
  });

  test('typing that ends where it began is no step', () => {
    const composition = new Composition();
    composition.apply(tick('a.ts'), 'Tick a.ts');
    for (const task of ['F', 'Fi', 'F', '']) composition.apply({ options: { task } }, 'Edit task', 'task');
    expect(composition.undoName).toBe('Tick a.ts');
    composition.apply({ options: { task: 'G' } }, 'Edit task', 'task');
    composition.undo();
    expect(composition.options.task).toBe('');
    expect(composition.paths).toEqual(['a.ts']);
  });

  test('folders that hand on the modes they do already are no step, whatever their order', () => {
    const composition = new Composition();
    const modes = [
      ['src', 'skeleton'],
      ['docs', 'none'],
    ] as const;
    const applied = [modes, modes.toReversed(), [modes[0]]].map((folderModes) =>
      composition.apply({ options: { folderModes: new Map(folderModes) } }, 'Apply preset'),
    );
    expect(applied).toEqual([true, false, true]);
  });

  test('a merged step undoes and redoes all of its changes', () => {
    const composition = new Composition();
    composition.apply({ ...tick('a.ts'), options: { task: 'T' } }, 'Both', 'box');
    composition.apply({ ...tick('b.ts'), options: { instructions: 'I' } }, 'Both', 'box');
    const after = stateOf(composition);
    composition.undo();
    expect(composition.undoName).toBeUndefined();
    expect(stateOf(composition)).toEqual(stateOf(new Composition()));
    composition.redo();
    expect(stateOf(composition)).toEqual(after);
  });

  test('tells each change, undone ones included, to whoever follows', () => {
    const told: CompositionChange[] = [];
    const composition = new Composition();
    composition.changed.subscribe(({ change }) => told.push(change));
    composition.apply(tick('a.ts'), 'Tick a.ts');
    composition.undo();
    expect(told.map((change) => change.items?.get(path('a.ts')) !== undefined)).toEqual([true, false]);
  });

  test('any changes, all undone and all redone, lead back to the same states', () => {
    const name = fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f', 'g/h/i');
    const change = fc.oneof(
      fc.uniqueArray(name, { minLength: 1 }).map((names) => tick(...names)),
      fc.uniqueArray(name, { minLength: 1 }).map((names) => untick(...names)),
      fc
        .constantFrom('off', 'selected', 'all')
        .map((fileTree) => ({ options: { fileTree } }) as CompositionChange),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const composition = new Composition();
        const start = stateOf(composition);
        changes.forEach((each, index) => {
          composition.apply(each, `Change ${index}`);
        });
        const end = stateOf(composition);
        expect(end.paths).toEqual([...end.paths].sort(compareRepoPaths));
        while (composition.undo() !== undefined);
        expect(stateOf(composition)).toEqual(start);
        while (composition.redo() !== undefined);
        expect(stateOf(composition)).toEqual(end);
      }),
      { numRuns: 500 },
    );
  });

  test('thousands of items at once are sorted as one by one', () => {
    const composition = new Composition();
    const names = Array.from({ length: 5_000 }, (_, i) => `dir${i % 37}/file${(i * 7919) % 5_000}.ts`);
    composition.apply(tick(...names), 'Tick all');
    composition.apply(untick(...names.slice(0, 3)), 'Untick three');
    expect(composition.size).toBe(new Set(names).size - 3);
    expect(composition.paths).toEqual([...composition.paths].sort(compareRepoPaths));
  });

  test('keeps fewer steps to undo when they hold very many files', () => {
    const composition = new Composition();
    const texts = Array.from({ length: 60_000 }, (_, i) => `file${i}.ts`);
    for (let round = 0; round < 4; round += 1) {
      composition.apply(tick(...texts), 'Tick all');
      composition.apply(untick(...texts), 'Untick all');
    }
    let undone = 0;
    while (composition.undo() !== undefined) undone += 1;
    expect(undone).toBe(4);
  });

  test('notes exports without a step, and neither undo nor a preset forgets them', () => {
    const changes: CompositionChange[] = [];
    const composition = new Composition();
    composition.changed.subscribe(({ change }) => changes.push(change));
    composition.apply(tick('a.ts', 'b.ts'), 'Tick');
    composition.apply(
      { items: new Map([[path('a.ts'), { ...defaultItem(path('a.ts')), forceFull: true }]]) },
      'Mark',
    );
    const { revision } = composition;
    changes.length = 0;
    const noted = composition.noteExport([path('a.ts'), path('gone.ts')], '2026-01-02T03:04:05.000Z');
    expect([...noted.items.keys()]).toEqual(['a.ts']);
    expect([composition.revision, composition.undoName, changes]).toEqual([revision, 'Mark', []]);
    expect(composition.apply(tick('b.ts'), 'Same')).toBe(false);
    composition.undo();
    expect(composition.item(path('a.ts'))).toMatchObject({
      ...{ forceFull: false, injectedAt: '2026-01-02T03:04:05.000Z' },
    });
    expect(composition.plainPaths).toEqual(['a.ts', 'b.ts']);
    expect(composition.apply(tick('a.ts'), 'As in a preset')).toBe(false);
    composition.apply(untick('a.ts'), 'Untick');
    composition.apply(tick('a.ts'), 'Tick');
    expect(composition.item(path('a.ts'))?.injectedAt).toBeUndefined();
  });
});
