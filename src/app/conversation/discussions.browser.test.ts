import { expect, test } from 'vitest';
import { openTab } from '../../../tests/discussionTab';
import { browserStorage, storageInMemory } from '../../../tests/storageInMemory';
import type { Storage } from '../ports/storage';
import { Composition } from '../composition/composition.svelte';
import { Discussions } from './discussions.svelte';
import type { OpenDiscussion } from './openDiscussion.svelte';
import { discussionKey } from './storedDiscussions';

const texts = (discussion: OpenDiscussion | undefined): readonly string[] | undefined =>
  discussion?.messages.map(({ role, content }) => `${role}: ${content}`);
const say = (discussions: Discussions, content: string, index = 99): void => {
  const current = discussions.current ?? discussions.create();
  current.insert(
    Math.min(index, current.messages.length),
    discussions.newMessages([{ role: 'User', content }]),
    'Add',
  );
};

test('a discussion is found again, with its title and the order of its messages', async () => {
  const storage = storageInMemory();
  const { discussions, composition } = openTab(storage);
  discussions.create([
    { role: 'User', content: 'Why?' },
    { role: 'AI', content: 'So.', time: 5 },
  ]);
  say(discussions, 'First', 0);
  await discussions.close();
  const later = openTab(storage, composition.options.discussion).discussions;
  await later.load();
  expect(texts(later.current)).toEqual(['User: First', 'User: Why?', 'AI: So.']);
  expect(later.current?.title).toBe('First');
  expect(later.current?.messages).toEqual(discussions.current?.messages);
});

test('every step is undone and redone, and typing is one step', () => {
  const { discussions } = openTab(storageInMemory());
  const discussion = discussions.create([
    { role: 'User', content: 'a' },
    { role: 'AI', content: 'b' },
  ]);
  const [a, b] = discussion.messages.map(({ id }) => id);
  if (a === undefined || b === undefined) throw new Error('no messages');
  expect(discussion.undoName).toBeUndefined();
  for (const typed of ['a', 'ax', 'axy']) discussion.setContent(a, typed);
  discussion.endTyping();
  discussion.setContent(a, 'axyz');
  discussion.move(b, 0);
  discussion.setRole(b, 'Reviewer');
  discussion.remove(a);
  discussion.rename(' Mine ');
  discussion.fold(new Set([b]), true);
  const versions: (readonly string[] | undefined)[] = [];
  while (discussion.undoName !== undefined) {
    discussion.undo();
    versions.push(texts(discussion));
  }
  expect(versions).toEqual([
    ['Reviewer: b'],
    ['Reviewer: b', 'User: axyz'],
    ['AI: b', 'User: axyz'],
    ['User: axyz', 'AI: b'],
    ['User: axy', 'AI: b'],
    ['User: a', 'AI: b'],
  ]);
  while (discussion.redoName !== undefined) discussion.redo();
  expect(texts(discussion)).toEqual(['Reviewer: b']);
  expect(discussion.title).toBe('Mine');
});

test('keeps 100 steps of each discussion', () => {
  const { discussions } = openTab(storageInMemory());
  const [one, other] = [discussions.create(), discussions.create()];
  for (let at = 0; at < 130; at += 1) one.rename(`${at}`);
  other.rename('other');
  for (let at = 0; at < 130; at += 1) one.undo();
  expect([one.title, other.title]).toEqual(['29', 'other']);
});

/** Two tabs with one discussion of two messages. */
async function twoTabs() {
  const storage = browserStorage();
  const one = openTab(storage());
  const started = one.discussions.create([
    { role: 'User', content: 'a' },
    { role: 'AI', content: 'b' },
  ]);
  await one.discussions.flush();
  const other = openTab(storage(), started.id);
  await other.discussions.load();
  const [a = '', b = ''] = started.messages.map(({ id }) => id);
  return { storage, one, other, started, a, b };
}

test('two tabs that edit one discussion at once keep the changes of both', async () => {
  const { storage, one, other, started, a, b } = await twoTabs();
  started.setContent(a, 'A');
  say(one.discussions, 'from one');
  other.discussions.current?.setContent(b, 'B');
  say(other.discussions, 'from other');
  await Promise.all([one.discussions.flush(), other.discussions.flush()]);
  const later = openTab(storage(), started.id);
  await later.discussions.load();
  const all = texts(later.discussions.current);
  expect(all?.slice(0, 2)).toEqual(['User: A', 'AI: B']);
  expect(all?.slice(2).toSorted()).toEqual(['User: from one', 'User: from other']);
  for (const tab of [one, other]) await expect.poll(() => texts(tab.discussions.current)).toEqual(all);
  started.undo();
  expect(texts(started)).not.toContain('User: from one');
  expect(texts(started)).toContain('User: from other');
});

test('undo reverts what the step changed in a message and keeps later changes', async () => {
  const { one, other, started, a } = await twoTabs();
  started.setRole(a, 'Ann');
  await one.discussions.flush();
  await expect.poll(() => texts(other.discussions.current)?.[0]).toBe('Ann: a');
  other.discussions.current?.setContent(a, 'from other');
  await other.discussions.flush();
  await expect.poll(() => texts(started)?.[0]).toBe('Ann: from other');
  started.fold(new Set([a]), true);
  started.undo();
  expect(started.messages[0]).toMatchObject({ role: 'User', content: 'from other', collapsed: true });
  started.redo();
  expect(started.messages[0]).toMatchObject({ role: 'Ann', content: 'from other', collapsed: true });
});

test('undoing a summary keeps the one that another tab has made meanwhile', async () => {
  const { one, other, started, a, b } = await twoTabs();
  const summaryOf = (id: string, time: number, covers: readonly string[]) =>
    ({ ...{ id, time, covers }, summary: id, hash: '' }) as const;
  started.setCheckpoint(summaryOf('first', 1, [a]));
  await one.discussions.flush();
  await expect.poll(() => other.discussions.current?.now.checkpoints).toHaveLength(1);
  other.discussions.current?.setCheckpoint(summaryOf('second', 2, [a, b]));
  await other.discussions.flush();
  await expect.poll(() => started.now.checkpoints).toHaveLength(2);
  started.undo();
  expect(started.now.checkpoints.map(({ id }) => id)).toEqual(['second']);
  started.redo();
  expect(started.now.checkpoints.map(({ id }) => id)).toEqual(['first', 'second']);
});

test('what is typed while a save runs is kept', async () => {
  const memory = storageInMemory();
  let typed = false;
  const { discussions } = openTab({
    ...memory,
    async updateAll(changes) {
      await memory.updateAll(changes);
      if (!typed) say(discussions, 'meanwhile');
      typed = true;
    },
  });
  say(discussions, 'first');
  await discussions.flush();
  expect(texts(discussions.current)).toEqual(['User: first', 'User: meanwhile']);
  await discussions.flush();
  const later = openTab(memory, discussions.current?.id);
  await later.discussions.load();
  expect(texts(later.discussions.current)).toEqual(['User: first', 'User: meanwhile']);
});

test('a deleted discussion is gone in the other tab, can be restored, and survives unsaved changes there', async () => {
  const storage = browserStorage();
  const one = openTab(storage());
  const first = one.discussions.create([{ role: 'User', content: 'first' }]);
  const second = one.discussions.create([{ role: 'User', content: 'second' }]);
  await one.discussions.flush();
  const other = openTab(storage(), first.id);
  await other.discussions.load();
  expect(other.discussions.list.map(({ title }) => title)).toEqual(['second', 'first']);
  other.discussions.current?.rename('changed here');
  one.discussions.remove(first);
  one.discussions.remove(second);
  expect(one.discussions.current).toBeUndefined();
  await expect.poll(() => other.discussions.list.map(({ title }) => title)).toEqual(['changed here']);
  await other.discussions.flush();
  await expect.poll(() => one.discussions.list.map(({ title }) => title)).toEqual(['changed here']);
  const offer = one.notices.at(-1)?.offer;
  if (typeof offer !== 'object' || !('run' in offer)) throw new Error('no offer');
  offer.run();
  expect(one.discussions.current?.title).toBe('second');
  await one.discussions.flush();
  await expect.poll(() => other.discussions.list).toHaveLength(2);
});

test('an unreadable discussion is set aside, and one of a newer release is left alone', async () => {
  const storage = storageInMemory();
  const newer = { version: 99, revision: 5, discussion: 'unknown' };
  await storage.set(discussionKey('folder', 'broken'), { version: 1, discussion: 5 });
  await storage.set(discussionKey('folder', 'newer'), newer);
  await storage.set(discussionKey('folder/other', 'x'), {
    version: 1,
    discussion: { title: 'no', messages: [] },
  });
  const { discussions, notices } = openTab(storage);
  await discussions.load();
  expect(discussions.list).toEqual([]);
  expect(notices).toHaveLength(2);
  expect(await storage.get(discussionKey('folder', 'newer'))).toEqual(newer);
  expect(await storage.get(`set-aside/${discussionKey('folder', 'broken')}`)).toEqual({
    version: 1,
    discussion: 5,
  });
});

test('messages are counted once, as a chat counts them', async () => {
  const { discussions, counted } = openTab(storageInMemory());
  const [message] = discussions.create([{ role: 'AI', content: ' ok ' }]).messages;
  if (message === undefined) throw new Error('no message');
  expect(discussions.tokens.of(message)).toBeUndefined();
  await expect.poll(() => discussions.tokens.of(message)).toBe(3 + 'assistant'.length + ' ok '.length);
  expect(counted).toEqual(['assistant', ' ok ']);
  const [other] = discussions.newMessages([{ role: 'Ann', content: 'ok' }]);
  if (other === undefined) throw new Error('no message');
  const named = { ...other, place: 1 };
  const all = await discussions.tokens.ofAll([message, named]);
  expect(all?.get(named)).toBe(3 + 'user'.length + 'Ann'.length + 1 + 'ok'.length);
  expect(counted).toEqual(['assistant', ' ok ', 'user', 'Ann', 'ok']);
});

test('typing while the storage is busy makes no second message', async () => {
  const storage = storageInMemory();
  let begin: () => void = () => undefined;
  const busy = new Promise<void>((resolve) => (begin = resolve));
  const slow: Storage = { ...storage, updateAll: (changes) => busy.then(() => storage.updateAll(changes)) };
  const { discussions } = openTab(slow);
  say(discussions, 'one');
  const saving = discussions.flush();
  say(discussions, '');
  begin();
  await Promise.resolve();
  const added = discussions.messages.at(-1)?.id ?? '';
  const typed = saving.then(() => undefined);
  discussions.current?.setContent(added, 'two');
  await typed;
  await discussions.flush();
  expect(texts(discussions.current)).toEqual(['User: one', 'User: two']);
});

test('a take has the messages up to one, and is promoted and back', async () => {
  const storage = storageInMemory();
  const { discussions, notices, composition } = openTab(storage);
  const main = discussions.create([
    { role: 'User', content: 'Why?' },
    { role: 'AI', content: 'So.' },
    { role: 'User', content: 'And?' },
  ]);
  discussions.branch(1);
  const take = discussions.current;
  if (take === undefined) throw new Error('no take');
  expect(take.title).toBe('Why?_take_2');
  expect(take.messages).toEqual(main.messages.slice(0, 2));
  expect(take.undoName).toBeUndefined();
  expect(discussions.lines).toEqual([[main, take]]);
  discussions.branch(0);
  expect(discussions.current?.title).toBe('Why?_take_3');
  discussions.promote(take);
  expect([take.title, main.title]).toEqual(['Why?', 'Why?_take_2']);
  expect(discussions.lines[0]?.[0]).toBe(take);
  expect(main.messages).toHaveLength(3);
  const { offer } = notices.at(-1) ?? {};
  if (typeof offer === 'object' && 'run' in offer) offer.run();
  expect([take.title, main.title]).toEqual(['Why?_take_2', 'Why?']);
  await discussions.close();
  const later = openTab(storage, composition.options.discussion).discussions;
  await later.load();
  expect(later.lines.map((line) => line.map(({ title }) => title))).toEqual([
    ['Why?', 'Why?_take_3', 'Why?_take_2'],
  ]);
});

test('many discussions begin as one change', () => {
  const { discussions } = openTab(storageInMemory());
  let changes = 0;
  discussions.changed.subscribe(() => (changes += 1));
  const messages = discussions.newMessages([{ role: 'User', content: 'a' }]);
  const prepared = ['One', ' Two '].map((title) => discussions.prepare({ title, messages }));
  expect(discussions.list).toEqual([]);
  discussions.add(prepared);
  expect(changes).toBe(1);
  expect(prepared.map(({ title }) => title)).toEqual(['One', 'Two']);
  expect(prepared.every(({ isUnsaved, undoName }) => isUnsaved && undoName === undefined)).toBe(true);
  expect(discussions.list).toHaveLength(2);
});

test('many discussions are stored in groups after the current one, and another tab shows each group once', async () => {
  const open = browserStorage();
  const storage = open();
  const sizes: number[] = [];
  const { discussions } = openTab({
    ...storage,
    updateAll: (changes) => {
      sizes.push(changes.size);
      return storage.updateAll(changes);
    },
  });
  const other = openTab(open()).discussions;
  let changes = 0;
  other.changed.subscribe(() => (changes += 1));
  const messages = discussions.newMessages([{ role: 'User', content: 'a' }]);
  discussions.add(Array.from({ length: 300 }, (_, at) => discussions.prepare({ title: `T${at}`, messages })));
  discussions.create();
  await discussions.flush();
  await expect.poll(() => other.list.length).toBe(301);
  expect(sizes).toEqual([1, 200, 100]);
  expect(changes).toBe(3);
});

test('discussions that begin in the same millisecond are listed in their order', () => {
  const discussions = new Discussions({
    ...{ id: 'folder', storage: storageInMemory(), composition: new Composition(), notify: () => undefined },
    clock: { now: () => 5, after: () => () => undefined, nextFrame: () => undefined },
    engine: { countTexts: (texts) => Promise.resolve(texts.map(() => 1)) },
  });
  const titles = Array.from({ length: 20 }, (_, at) => `T${at}`);
  for (const title of titles) discussions.create([], title);
  expect(discussions.list.map(({ title }) => title)).toEqual(titles.toReversed());
});
