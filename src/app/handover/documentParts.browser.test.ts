import { expect, test } from 'vitest';
import { useNewFolders } from '../../../tests/engineInBrowser';
import { handoverInTests, openFiles } from '../../../tests/handoverInTests';
import { storageInMemory, type TestStorage } from '../../../tests/storageInMemory';
import type { PartLimits } from '../../core/parts/chatProfile';
import type { ClipboardResult } from '../ports/clipboard';
import type { Workspace } from '../workspace.svelte';
import { DocumentParts } from './documentParts.svelte';

useNewFolders();

const LIMITS: PartLimits = { limit: 700, unit: 'characters', before: '', after: '' };
const FILES = ['a.ts', 'b.ts', 'c.ts'].map((path) => ({
  path,
  text: `const text = '${path}';\n`.repeat(16),
}));

/** A folder with all its files in the document, and what the user copies of it. */
async function openTab(storage: TestStorage = storageInMemory()) {
  const { engine, workspace } = await openFiles(FILES, { storage });
  const parts = new DocumentParts({ ...workspace, engine });
  const copied: string[] = [];
  const tab = { answer: { kind: 'copied' } as ClipboardResult };
  const { handover, notices } = handoverInTests(async (content) => {
    const text = await content.then((blob) => blob.text()).catch(() => undefined);
    if (text === undefined) return { kind: 'refused', reason: 'no text' };
    if (tab.answer.kind === 'copied') copied.push(text);
    return tab.answer;
  });
  const copy = (at: number): Promise<void> => handover.copyPart(workspace, parts, at);
  return Object.assign(tab, { workspace, parts, copied, notices, copy, handover });
}

const turnsOf = ({ conversation }: Workspace): readonly string[] =>
  conversation.turns.list?.map(({ part }) => part) ?? [];

test('the first part is a turn, and all of them are the document', async () => {
  const { workspace, parts, copied, notices, copy } = await openTab();
  await parts.start(LIMITS);
  expect(parts.list.length).toBeGreaterThan(2);
  expect(parts.next).toBe(0);
  for (let at = parts.next; at !== undefined; at = parts.next) {
    await copy(at);
    expect(turnsOf(workspace)).toEqual(['whole']);
  }
  expect(copied).toEqual(parts.list.map(({ text }) => text));
  for (const { text } of FILES) expect(copied.join('')).toContain(text.slice(0, 300));
  expect(copied.at(-1)).toContain('## Task\n\nWhy?\n');
  expect(parts.copied.size).toBe(parts.list.length);
  expect(notices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Copied part 1 of \d of the document: /),
    ...parts.list.slice(1).map((_, at) => `Copied part ${at + 2} of ${parts.list.length} of the document.`),
  ]);
  expect(workspace.conversation.turns.inParts?.isDone).toBe(true);
  expect(parts.isOutdated).toBe(false);
});

test('half-copied parts continue after a reload and after another copy', async () => {
  const storage = storageInMemory();
  const first = await openTab(storage);
  await first.parts.start(LIMITS);
  await first.copy(0);
  await first.copy(2);
  await first.workspace.flush();

  const { workspace, parts, copy, handover } = await openTab(storage);
  await parts.start(LIMITS);
  expect([...parts.copied]).toEqual([0, 2]);
  expect(parts.next).toBe(1);
  await handover.copy(workspace, 'static');
  expect(turnsOf(workspace)).toEqual(['static', 'whole']);
  await copy(1);
  expect([...parts.copied].sort()).toEqual([0, 1, 2]);
  expect(turnsOf(workspace)).toEqual(['static', 'whole']);
});

test('other limits start again, and a changed document says that it does', async () => {
  const { workspace, parts, copy } = await openTab();
  await parts.start(LIMITS);
  await copy(0);
  await parts.start({ ...LIMITS, limit: 650 });
  expect([parts.copied.size, parts.left]).toEqual([0, 0]);
  await parts.start(LIMITS);
  expect([parts.copied.size, parts.left]).toEqual([1, 0]);

  workspace.setOptions({ task: 'Part 2 of 3' }, 'Edit task');
  await expect.poll(() => parts.isOutdated).toBe(true);
  await parts.start(LIMITS);
  expect([parts.isOutdated, parts.copied.size, parts.left]).toEqual([false, 0, 1]);
  await copy(0);
  expect([parts.copied.size, parts.left]).toEqual([1, 0]);
  expect(turnsOf(workspace)).toEqual(['whole', 'whole']);
});

test('a part that the clipboard refuses is not copied, and no turn', async () => {
  const tab = await openTab();
  const { workspace, parts, notices, copy, handover } = tab;
  await handover.copy(workspace, 'whole');
  await parts.start(LIMITS);
  tab.answer = { kind: 'refused', reason: 'no clipboard here' };
  await copy(0);
  expect([parts.copied.size, parts.left, turnsOf(workspace)]).toEqual([0, 0, ['whole']]);
  expect(notices.at(-1)).toMatchObject({ kind: 'error', text: "Couldn't copy the part: no clipboard here." });
  tab.answer = { kind: 'copied' };
  await copy(0);
  tab.answer = { kind: 'refused', reason: 'no clipboard here' };
  await copy(1);
  expect([...parts.copied]).toEqual([0]);
});

test('two clicks in a row copy one part', async () => {
  const { workspace, parts, copied, copy } = await openTab();
  await parts.start(LIMITS);
  await Promise.all([copy(0), copy(1)]);
  expect([copied.length, [...parts.copied], turnsOf(workspace)]).toEqual([1, [0], ['whole']]);
  await Promise.all([copy(1), copy(2)]);
  expect([copied.length, [...parts.copied]]).toEqual([2, [0, 1]]);
});

test('no part of an earlier document is handed over as the present one', async () => {
  const { workspace, parts, copied, notices, copy } = await openTab();
  await parts.start(LIMITS);
  workspace.setOptions({ task: 'Go on.' }, 'Edit task');
  await copy(0);
  expect([copied, turnsOf(workspace), parts.copied.size]).toEqual([[], [], 0]);
  expect(notices).toMatchObject([
    { kind: 'error', text: "Couldn't copy the document: it has changed since it was split. Split it again" },
  ]);
});

test('a limit that is too small names the block', async () => {
  const { parts } = await openTab();
  await parts.start({ ...LIMITS, limit: 60 });
  const split = parts.division?.split;
  expect(split).toEqual({ kind: 'too small', key: 'file:a.ts' });
  expect(parts.titleOf('file:a.ts')).toBe('a.ts');
  expect([parts.list, parts.next]).toEqual([[], undefined]);
});

test('other limits split the same data again, until all parts are copied', async () => {
  const { workspace, parts, copied, copy } = await openTab();
  const data = 'aZ9+/Bq4'.repeat(400);
  const task = await workspace.conversation.attachments.takeOut(`See data:image/png;base64,${data}`);
  workspace.setOptions({ task }, 'Edit task');
  await parts.start({ ...LIMITS, limit: 2500 });
  const { hash } = parts.division ?? {};
  await copy(0);
  await parts.start({ ...LIMITS, limit: 2000 });
  expect([parts.division?.hash, parts.left, parts.isOutdated]).toEqual([hash, 0, false]);
  copied.length = 0;
  for (let at = parts.next; at !== undefined; at = parts.next) await copy(at);
  const images = copied.join('').match(/[A-Za-z0-9+/]{100,}/g) ?? [];
  expect(images.join('').length).toBeGreaterThanOrEqual(data.length);
  expect([parts.isOutdated, turnsOf(workspace)]).toEqual([false, ['whole']]);
  await parts.start(LIMITS);
  expect(parts.list.map(({ text }) => text).join('')).not.toContain('aZ9+/Bq4');
});

test('a change between two parts is told, although a part is copied after it', async () => {
  const { workspace, parts, copy } = await openTab();
  await parts.start(LIMITS);
  await copy(0);
  workspace.setOptions({ task: 'Go on.' }, 'Edit task');
  await expect.poll(() => parts.isOutdated).toBe(true);
  await copy(1);
  expect(parts.isOutdated).toBe(true);
});
