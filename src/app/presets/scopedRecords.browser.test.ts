import { expect, test } from 'vitest';
import { browserStorage, storageInMemory } from '../../../tests/storageInMemory';
import { KeptRecords, type RecordKind } from '../storage/keptRecords.svelte';
import type { ProjectOutcome, ProjectRecords } from './projectFile.svelte';
import type { Storage } from '../ports/storage';
import { ScopedRecords } from './scopedRecords.svelte';

interface Word {
  readonly name: string;
  readonly text: string;
}

const KIND: RecordKind<Word> = {
  label: 'word',
  prefix: 'word/',
  toData: (word) => word,
  fromData: (data) => ({ kind: 'read', value: data as Word }), // only strings are stored here
};

function projectOf(...words: Word[]): ProjectRecords<Word> & { outcome: ProjectOutcome } {
  return {
    get list() {
      return [...words];
    },
    outcome: { kind: 'saved' },
    set(word, before = word.name) {
      const at = words.findIndex(({ name }) => name === before);
      if (this.outcome.kind === 'saved') words.splice(at < 0 ? words.length : at, at < 0 ? 0 : 1, word);
      return Promise.resolve(this.outcome);
    },
    remove(name) {
      words.splice(
        words.findIndex((word) => word.name === name),
        1,
      );
      return Promise.resolve(this.outcome);
    },
  };
}

function scoped(project?: ProjectRecords<Word>, storage: Storage = storageInMemory()): ScopedRecords<Word> {
  return new ScopedRecords({
    builtIn: [{ name: 'x', text: 'built in' }],
    global: new KeptRecords(storage, KIND, () => undefined),
    project: () => project,
  });
}

function told(words: ScopedRecords<Word>) {
  return words.list.map(({ name, scope, hiddenBy }) => [name, scope, hiddenBy]);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}

test('two records that say the same name of themselves have those of their keys', async () => {
  const storage = storageInMemory();
  const words = scoped(undefined, storage);
  await words.save({ name: 'y', text: 'one' }, 'global');
  await storage.set('word/z', await storage.get('word/y'));
  await words.load();
  expect(told(words).map(([name]) => name)).toEqual(['x', 'y', 'z']);
  expect(words.byName('z')?.value).toEqual({ name: 'z', text: 'one' });
});

test('if names are equal, the project’s record wins over the browser’s, and that over a built-in one', async () => {
  const words = scoped(projectOf({ name: 'y', text: 'project' }));
  await words.save({ name: 'y', text: 'global' }, 'global');
  await words.save({ name: 'z', text: 'global' }, 'global');
  expect(words.byName('y')?.value.text).toBe('project');
  expect(told(words)).toEqual([
    ['x', 'built-in', undefined],
    ['y', 'global', 'project'],
    ['z', 'global', undefined],
    ['y', 'project', undefined],
  ]);
});

test('without a folder there is no project to save to', async () => {
  const words = scoped();
  expect(words.hasProject).toBe(false);
  expect(await words.save({ name: 'y', text: '' }, 'project')).toMatchObject({ kind: 'refused' });
});

test('neither a new nor a renamed record replaces another one in its scope', async () => {
  const words = scoped(projectOf({ name: 'b', text: 'theirs' }));
  await words.save({ name: 'a', text: '1' }, 'global');
  await words.save({ name: 'b', text: '2' }, 'global');
  expect(await words.save({ name: 'a', text: '3' }, 'global')).toEqual({ kind: 'taken' });
  expect(await words.save({ name: 'x', text: '3' }, 'global')).toEqual({ kind: 'taken' });
  expect(await words.save({ name: 'b', text: '3' }, 'project')).toEqual({ kind: 'taken' });
  expect(await words.rename(found(words.in('global', 'a')), 'b')).toEqual({ kind: 'taken' });
  expect(await words.rename(found(words.in('global', 'a')), 'c')).toEqual({ kind: 'saved' });
  expect(await words.rename(found(words.in('project', 'b')), 'd')).toEqual({ kind: 'saved' });
  expect(words.list.map(({ name, value }) => `${name} ${value.text}`)).toEqual([
    ...['x built in', 'b 2', 'c 1', 'd theirs'],
  ]);
});

test.each(['', '__proto__', 'constructor', '\ud800'])('%j is no name, in no scope', async (name) => {
  const words = scoped(projectOf());
  for (const scope of ['global', 'project'] as const)
    expect(await words.save({ name, text: '' }, scope)).toMatchObject({ kind: 'refused' });
  expect(words.list.map(({ scope }) => scope)).toEqual(['built-in']);
});

/** Two tabs have loaded `a`, and the other tab has saved a new text since. */
async function changedElsewhere() {
  const tab = browserStorage();
  const [one, other] = [scoped(undefined, tab()), scoped(undefined, tab())];
  await one.save({ name: 'a', text: '1' }, 'global');
  const old = found(one.in('global', 'a'));
  await other.load();
  await other.save({ name: 'a', text: '2' }, 'global', other.in('global', 'a'));
  return { one, old };
}

test('a save does not overwrite what another tab has changed since', async () => {
  const { one, old } = await changedElsewhere();
  expect(await one.save({ name: 'a', text: '3' }, 'global', old)).toEqual({ kind: 'changed' });
  expect(one.byName('a')?.value.text).toBe('2');
  expect(await one.save({ name: 'a', text: '3' }, 'global', one.in('global', 'a'))).toEqual({
    kind: 'saved',
  });
});

test('a rename does not overwrite another tab’s change under the old name', async () => {
  const { one, old } = await changedElsewhere();
  expect(await one.save({ name: 'b', text: '3' }, 'global', old)).toEqual({ kind: 'changed' });
  expect(one.byName('a')?.value.text).toBe('2');
  expect(one.byName('b')).toBeUndefined();
  expect(await one.save({ name: 'b', text: '3' }, 'global', one.in('global', 'a'))).toEqual({
    kind: 'saved',
  });
  expect(one.byName('a')).toBeUndefined();
});

test('a rename loses nothing that another tab saves at the same moment', async () => {
  const tab = browserStorage();
  const [one, other] = [scoped(undefined, tab()), scoped(undefined, tab())];
  await one.save({ name: 'a', text: '1' }, 'global');
  await other.load();
  const theirs = other.save({ name: 'a', text: '2' }, 'global', other.in('global', 'a'));
  const mine = one.rename(found(one.in('global', 'a')), 'b');
  expect([await theirs, await mine]).toEqual([{ kind: 'saved' }, { kind: 'changed' }]);
  expect(one.byName('a')?.value.text).toBe('2');
  expect(one.byName('b')).toBeUndefined();

  const taking = other.save({ name: 'c', text: '3' }, 'global');
  const renaming = one.rename(found(one.in('global', 'a')), 'c');
  expect([await taking, await renaming]).toEqual([{ kind: 'saved' }, { kind: 'taken' }]);
  expect(one.byName('a')?.value.text).toBe('2');
});

test('a record that does not fit into storage is refused with the reason, and the old one stays', async () => {
  const storage = storageInMemory();
  let isFull = false;
  const words = scoped(undefined, {
    ...storage,
    updateAll: (changes) =>
      isFull ? Promise.reject(new Error('the browser has no room left for it')) : storage.updateAll(changes),
  });
  await words.save({ name: 'a', text: 'old' }, 'global');
  isFull = true;
  const refused = { kind: 'refused', reason: 'the browser has no room left for it' };
  expect(await words.save({ name: 'a', text: 'new' }, 'global', words.byName('a'))).toEqual(refused);
  expect(await words.rename(found(words.byName('a')), 'b')).toEqual(refused);
  expect(words.byName('a')?.value.text).toBe('old');
});

test('one is copied and moved between scopes, and goes only when it has arrived', async () => {
  const project = projectOf();
  const words = scoped(project);
  await words.save({ name: 'a', text: '1' }, 'global');
  const record = found(words.in('global', 'a'));
  for (const kind of ['canceled', 'downloaded'] as const) {
    project.outcome = { kind };
    expect(await words.moveTo(record, 'project')).toEqual({ kind });
    expect(words.in('global', 'a')).toBeDefined();
  }
  project.outcome = { kind: 'saved' };
  expect(await words.copyTo(record, 'project')).toEqual({ kind: 'saved' });
  expect(await words.copyTo(record, 'project')).toEqual({ kind: 'taken' });
  expect(await words.moveTo(record, 'project', { replace: true })).toEqual({ kind: 'saved' });
  expect(told(words)).toEqual([
    ['x', 'built-in', undefined],
    ['a', 'project', undefined],
  ]);
});

test('a copy gets a name that no scope has, and stays in its scope', async () => {
  const words = scoped(projectOf({ name: 'a', text: '1' }, { name: 'a copy', text: '2' }));
  expect(await words.duplicate(found(words.byName('a')))).toEqual({
    ...{ name: 'a copy 2', outcome: { kind: 'saved' } },
  });
  expect(words.byName('a copy 2')?.scope).toBe('project');
  await words.duplicate(found(words.byName('x')));
  expect(words.byName('x copy')?.scope).toBe('global');
});
