import { expect, test } from 'vitest';
import { openTab } from '../../../tests/discussionTab';
import { browserStorage, storageInMemory } from '../../../tests/storageInMemory';
import type { Notice } from '../notify';

const said = ({ discussions }: ReturnType<typeof openTab>): readonly string[] =>
  discussions.messages.map(({ role, content }) => `${role}: ${content}`);

function write(tab: ReturnType<typeof openTab>, task: string): void {
  tab.composition.apply({ options: { task } }, 'Edit task');
}

function ask(tab: ReturnType<typeof openTab>, task: string): void {
  write(tab, task);
  tab.exchanges.asked(task, 'a turn');
}

function press(notice: Notice | undefined): void {
  if (typeof notice?.offer !== 'object' || !('run' in notice.offer)) throw new Error('no button');
  notice.offer.run();
}

test('a copied task and its answer become part of the discussion together, and the task is free again', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'Why?');
  expect(said(tab)).toEqual([]);
  expect(tab.exchanges.open).toMatchObject({ prompts: ['Why?'], answer: '', turn: 'a turn' });
  tab.exchanges.answer('Because.');
  expect(tab.exchanges.commit()).toBeUndefined();
  expect(said(tab)).toEqual(['User: Why?', 'AI: Because.']);
  expect(tab.exchanges.open).toBeUndefined();
  expect(tab.composition.options.task).toBe('');
  expect(tab.exchanges.commit()).toBe('the exchange is not open');
  expect(tab.exchanges.answer('late')).toBe('the exchange is not open');
  expect(tab.exchanges.discard()).toBe('the exchange is not open');
  expect(said(tab)).toEqual(['User: Why?', 'AI: Because.']);
});

test('a blank task asks nothing', () => {
  const tab = openTab(storageInMemory());
  ask(tab, ' \n');
  expect(tab.exchanges.open).toBeUndefined();
  expect(tab.discussions.list).toEqual([]);
});

test('discarding leaves everything as it was', async () => {
  const storage = storageInMemory();
  const tab = openTab(storage);
  ask(tab, 'Why?');
  tab.exchanges.answer('Because.');
  await tab.discussions.flush();
  expect(tab.exchanges.discard()).toBeUndefined();
  expect(tab.composition.options).toMatchObject({ task: 'Why?', discussion: '' });
  expect(tab.discussions.list).toEqual([]);
  await expect.poll(() => storage.entries('')).toEqual([]);

  const kept = tab.discussions.create([{ role: 'User', content: 'before' }]);
  const before = kept.now;
  ask(tab, 'Why?');
  tab.exchanges.answer('Because.');
  tab.exchanges.discard();
  expect(kept.now).toEqual(before);
});

test('discarding the only question of a discussion keeps what another tab has added to it', async () => {
  const storage = browserStorage();
  const tab = openTab({ ...storage(), watch: () => () => undefined }); // It has not heard of the other tab yet.
  ask(tab, 'Why?');
  await tab.discussions.flush();
  const { discussion } = tab.composition.options;
  const other = openTab(storage(), discussion);
  await other.discussions.load();
  other.discussions.current?.insert(
    0,
    other.discussions.newMessages([{ role: 'User', content: 'kept' }]),
    'Add',
  );
  await other.discussions.flush();
  tab.exchanges.discard();
  await expect.poll(() => tab.discussions.list.map(({ messages }) => messages[0]?.content)).toEqual(['kept']);
  expect(await storage().entries('')).toHaveLength(1);
  expect(said(other)).toEqual(['User: kept']);
});

test('a task that is copied again replaces a question without an answer', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'Why?');
  ask(tab, 'Why, and how?');
  expect(tab.exchanges.open?.prompts).toEqual(['Why, and how?']);
  write(tab, 'The next task');
  tab.exchanges.answer('So.');
  tab.exchanges.commit();
  expect(said(tab)).toEqual(['User: Why, and how?', 'AI: So.']);
  expect(tab.composition.options.task).toBe('The next task');
});

test('a question asked while an answer waits comes after it', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'one');
  tab.exchanges.answer('first');
  ask(tab, 'two');
  expect(tab.exchanges.open).toMatchObject({ prompts: ['one'], answer: 'first' });
  tab.exchanges.commit();
  expect(tab.exchanges.open).toMatchObject({ prompts: ['two'], answer: '' });
  tab.exchanges.answer('second');
  tab.exchanges.commit();
  expect(said(tab)).toEqual(['User: one', 'AI: first', 'User: two', 'AI: second']);
});

test('an open exchange is found again with its answer', async () => {
  const storage = storageInMemory();
  const tab = openTab(storage);
  ask(tab, 'Why?');
  tab.exchanges.answer('Beca');
  await tab.discussions.close();
  const later = openTab(storage, tab.composition.options.discussion);
  await later.discussions.load();
  expect(later.exchanges.open).toEqual(tab.exchanges.open);
  later.exchanges.answer('Because.');
  later.exchanges.commit();
  expect(said(later)).toEqual(['User: Why?', 'AI: Because.']);
});

test('a commit is undone from its message and in the discussion, and another exchange stays open', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'one');
  tab.exchanges.answer('first');
  tab.exchanges.commit();
  press(tab.notices.at(-1));
  expect(said(tab)).toEqual([]);
  expect(tab.exchanges.open).toMatchObject({ prompts: ['one'], answer: 'first' });
  expect(tab.composition.options.task).toBe('one');

  tab.exchanges.commit();
  ask(tab, 'two');
  tab.exchanges.answer('second');
  const discussion = tab.discussions.current;
  discussion?.undo();
  expect(said(tab)).toEqual([]);
  expect(tab.exchanges.open).toMatchObject({ prompts: ['two'], answer: 'second' });
  discussion?.redo();
  expect(said(tab)).toEqual(['User: one', 'AI: first']);
  tab.exchanges.commit();
  expect(said(tab)).toEqual(['User: one', 'AI: first', 'User: two', 'AI: second']);
});

test('an answer that comes late stays with its question, and a late commit adds no other answer', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'one');
  const first = tab.discussions.current;
  const late = tab.exchanges.open?.id;
  const second = tab.discussions.create();
  ask(tab, 'two');
  tab.exchanges.answer('second');
  expect(tab.exchanges.answer('first', late)).toBeUndefined();
  expect(first?.now.exchange?.answer).toBe('first');
  expect(second.now.exchange?.answer).toBe('second');
  expect(tab.exchanges.commit(late)).toBe('the exchange is not open');
  expect(second.now.exchange?.answer).toBe('second');
});

test('a question that waits for the answer before it stays in its discussion', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'one');
  tab.exchanges.answer('first');
  ask(tab, 'two');
  const first = tab.discussions.current;
  tab.discussions.create();
  ask(tab, 'elsewhere');
  tab.exchanges.answer('there');
  tab.exchanges.commit();
  expect(tab.exchanges.open).toBeUndefined();
  tab.discussions.select(first?.id ?? '');
  tab.exchanges.commit();
  expect(tab.exchanges.open).toMatchObject({ prompts: ['two'], answer: '' });
});

test('a question belongs to the discussion that its document was made with', () => {
  const tab = openTab(storageInMemory());
  const asking = tab.discussions.create([{ role: 'User', content: 'asking' }]);
  const other = tab.discussions.create([{ role: 'User', content: 'other' }]);
  expect(tab.discussions.current).toBe(other);
  tab.exchanges.asked('Why?', 'a turn', asking.id);
  expect(asking.now.exchange?.prompts).toEqual(['Why?']);
  expect(other.now.exchange).toBeUndefined();
});

test('a discarded answer comes back where it was, although another discussion is shown', () => {
  const tab = openTab(storageInMemory());
  const first = tab.discussions.create([{ role: 'User', content: 'before' }]);
  ask(tab, 'one');
  tab.exchanges.answer('first');
  tab.exchanges.discard();
  const discarded = tab.notices.at(-1);
  const second = tab.discussions.create([{ role: 'User', content: 'other' }]);
  press(discarded);
  expect(second.now.exchange).toBeUndefined();
  expect(tab.discussions.current).toBe(first);
  expect(tab.exchanges.open).toMatchObject({ prompts: ['one'], answer: 'first' });
});

test('undoing a commit brings its answer back in the place of a question without one', () => {
  const tab = openTab(storageInMemory());
  ask(tab, 'one');
  tab.exchanges.answer('first');
  ask(tab, 'two');
  tab.exchanges.commit();
  expect(tab.exchanges.open).toMatchObject({ prompts: ['two'], answer: '' });
  press(tab.notices.at(-1));
  expect(said(tab)).toEqual([]);
  expect(tab.exchanges.open).toMatchObject({ prompts: ['one'], answer: 'first' });
});
