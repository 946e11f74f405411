import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import { createFileWriter } from '../../platform/fileWriter';
import type { FileWriter, WriteResult } from '../ports/files';
import { FileBatches } from './fileBatches.svelte';
import type { FileChange } from './storedBatch';

type Texts = Readonly<Record<string, string | undefined>>;

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

const blobOf = (text: string | undefined) => (text === undefined ? undefined : new Blob([text]));

function changeOf(path: string, before: string | undefined, after: string | undefined): FileChange {
  return { path: pathOf(path), before: blobOf(before), after: blobOf(after) };
}

/** A real folder with these files. `adapt` replaces parts of its writer. */
async function folderWith(files: Texts, adapt: (writer: FileWriter) => Partial<FileWriter> = () => ({})) {
  const storage = await navigator.storage.getDirectory();
  const root = await storage.getDirectoryHandle(`test-${crypto.randomUUID()}`, { create: true });
  const writer = createFileWriter(root);
  for (const [path, text] of Object.entries(files)) await writer.write(pathOf(path), undefined, blobOf(text));
  const kept = storageInMemory();
  let time = 0;
  const open = (extra: Partial<FileWriter> = adapt(writer)) =>
    new FileBatches({
      ...{ id: 'folder', storage: kept, tabs: { alone: (_name, task) => task() } },
      writer: { ...writer, allow: () => Promise.resolve(true), ...extra },
      clock: { now: () => (time += 1) },
      notify: () => undefined,
    });
  const text = async (path: string) => (await writer.read(pathOf(path)))?.text();
  return { root, writer, batches: open(), open, text };
}

const CHANGES = [
  changeOf('a.txt', 'a\r\n', 'A\r\n'),
  changeOf('deep/er/new.txt', undefined, 'new'),
  changeOf('old.txt', 'old', undefined),
];

test('files are changed, created with their folders, and removed, and an undo gives all bytes back after a reload', async () => {
  const { batches, open, text } = await folderWith({ 'a.txt': 'a\r\n', 'old.txt': 'old' });
  expect(await batches.write(CHANGES)).toEqual({
    kind: 'done',
    written: ['a.txt', 'deep/er/new.txt', 'old.txt'],
  });
  expect([await text('a.txt'), await text('deep/er/new.txt'), await text('old.txt')]).toEqual([
    ...['A\r\n', 'new', undefined],
  ]);
  const later = open();
  await later.load();
  const [batch] = later.list;
  expect(batch).toMatchObject({ state: 'written' });
  expect(await later.undo(batch?.id ?? '')).toMatchObject({ kind: 'done' });
  expect([await text('a.txt'), await text('deep/er/new.txt'), await text('old.txt')]).toEqual([
    ...['a\r\n', undefined, 'old'],
  ]);
  expect(later.list).toMatchObject([{ state: 'undone' }]);
});

test('nothing is written if any file is neither as before nor as wanted', async () => {
  const { batches, text } = await folderWith({ 'a.txt': 'a\r\n', 'old.txt': 'edited' });
  expect(await batches.write(CHANGES)).toEqual({ kind: 'changed', paths: ['old.txt'] });
  expect([await text('a.txt'), batches.list]).toEqual(['a\r\n', []]);
});

test('files that are as wanted already are passed over', async () => {
  const { batches } = await folderWith({ 'a.txt': 'A\r\n', 'old.txt': 'old' });
  expect(await batches.write(CHANGES)).toEqual({ kind: 'done', written: ['deep/er/new.txt', 'old.txt'] });
});

test('without the permission nothing is written or stored', async () => {
  const { open, text } = await folderWith({ 'a.txt': 'a\r\n', 'old.txt': 'old' });
  const batches = open({ allow: () => Promise.resolve(false) });
  expect(await batches.write(CHANGES)).toEqual({ kind: 'denied' });
  expect([await text('a.txt'), batches.list]).toEqual(['a\r\n', []]);
});

test('a batch stops at the first file that can not be written, and can go on or be undone later', async () => {
  const failed: WriteResult = { kind: 'failed', reason: 'the disk is full' };
  const { open, writer, text } = await folderWith({ 'a.txt': 'a\r\n', 'old.txt': 'old' });
  const full: Partial<FileWriter> = {
    write: (path, ...contents) =>
      path === 'deep/er/new.txt' ? Promise.resolve(failed) : writer.write(path, ...contents),
  };
  expect(await open(full).write(CHANGES)).toEqual({
    kind: 'stopped',
    written: ['a.txt'],
    at: { path: 'deep/er/new.txt', reason: 'the disk is full' },
  });
  const later = open();
  await later.load();
  const id = later.list[0]?.id ?? '';
  expect(later.list).toMatchObject([{ state: 'writing' }]);
  expect(await later.finish(id)).toEqual({ kind: 'done', written: ['deep/er/new.txt', 'old.txt'] });
  expect(await later.undo(id)).toEqual({ kind: 'done', written: ['old.txt', 'deep/er/new.txt', 'a.txt'] });
  expect([await text('a.txt'), await text('deep/er/new.txt'), await text('old.txt')]).toEqual([
    ...['a\r\n', undefined, 'old'],
  ]);
});

test('an edit of the user after the batch is not overwritten by an undo', async () => {
  const { batches, writer, text } = await folderWith({ 'a.txt': 'a\r\n', 'old.txt': 'old' });
  await batches.write(CHANGES);
  await writer.write(pathOf('a.txt'), blobOf('A\r\n'), blobOf('mine'));
  expect(await batches.undo(batches.list[0]?.id ?? '')).toEqual({ kind: 'changed', paths: ['a.txt'] });
  expect([await text('a.txt'), await text('old.txt')]).toEqual(['mine', undefined]);
});

test('an edit in the moment of writing is seen, and a folder in the place of a file is named', async () => {
  const { root, writer, batches } = await folderWith({ 'a.txt': 'a\r\n', 'old.txt': 'old' });
  await root.getDirectoryHandle('taken', { create: true });
  expect(await writer.write(pathOf('a.txt'), blobOf('other'), blobOf('mine'))).toEqual({ kind: 'changed' });
  expect(await writer.write(pathOf('taken'), undefined, blobOf('mine'))).toEqual({
    kind: 'failed',
    reason: 'there is a folder with this name',
  });
  expect(await batches.write([changeOf('taken', undefined, 'x')])).toEqual({
    kind: 'changed',
    paths: ['taken'],
  });
});

test('only the last batches stay', async () => {
  const { batches, open } = await folderWith({ 'a.txt': '0' });
  for (let round = 0; round < 25; round += 1)
    await batches.write([changeOf('a.txt', String(round), String(round + 1))]);
  const later = open();
  await later.load();
  expect([batches.list.length, later.list.length]).toEqual([20, 20]);
  expect(await later.list.at(-1)?.changes[0]?.after?.text()).toBe('25');
});
