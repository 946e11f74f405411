import { expect, test } from 'vitest';
import { attachmentsInMemory } from '../../../tests/attachmentsInMemory';
import { openTab } from '../../../tests/discussionTab';
import { NO_MODELS } from '../../../tests/noModels';
import { storageInMemory } from '../../../tests/storageInMemory';
import { Compressions } from './compressions.svelte';

/** A tab with a discussion of this many short messages. Each UTF-16 unit is a token. */
function tabWith(count: number, limits = { messages: 80, tokens: 24_000 }) {
  const tab = openTab(storageInMemory());
  const messages = Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'User' : 'AI',
    content: `We decided on part ${at}. It is done.`,
  }));
  if (count > 0) tab.discussions.create(messages);
  const compressions = new Compressions({
    ...NO_MODELS,
    discussions: tab.discussions,
    engine: { countTexts: (texts) => Promise.resolve(texts.map(({ length }) => length)) },
    clock: { now: () => 7 },
    notify: (notice) => tab.notices.push(notice),
    limits: () => limits,
    startReader: attachmentsInMemory().startReader,
  });
  const say = (task: string, answer: string) => {
    tab.composition.apply({ options: { task } }, 'Edit task');
    tab.exchanges.asked(task);
    tab.exchanges.answer(answer);
    tab.exchanges.commit();
  };
  return { ...tab, compressions, say };
}

test('a commit beyond the limit brings an offer, which can be declined until the next commit', async () => {
  const { compressions, discussions, say } = tabWith(80);
  expect(compressions.offered).toBe(0);
  say('Why?', 'Because.');
  await expect.poll(() => compressions.offered).toBe(62);
  expect(discussions.current?.now.checkpoints).toEqual([]);
  expect(compressions.open).toBeUndefined();
  compressions.decline();
  expect(compressions.offered).toBe(0);
  say('And then?', 'Then that.');
  await expect.poll(() => compressions.offered).toBe(64);
});

test('tokens beyond their limit bring an offer, too', async () => {
  const { compressions, say } = tabWith(4, { messages: 80, tokens: 2_000 });
  expect(compressions.offered).toBe(0);
  say('Look.', 'x'.repeat(5_000));
  await expect.poll(() => compressions.offered).toBe(2);
});

test('a summary by rules waits for the user, and counts from then on', async () => {
  const { compressions, discussions } = tabWith(81);
  await compressions.start();
  const made = compressions.open;
  expect(made?.summary).toContain('- We decided on part 0.');
  await expect.poll(() => made?.canSave).toBe(true);
  expect(discussions.seen).toHaveLength(81);
  made?.write('x'.repeat(501));
  await expect.poll(() => made?.tokens).toBe(501);
  expect(made?.canSave).toBe(false);
  made?.write(' Edited. ');
  expect(made?.save()).toBe(true);
  compressions.close();
  expect(discussions.seen).toHaveLength(22);
  const [checkpoint] = discussions.current?.now.checkpoints ?? [];
  expect(checkpoint).toMatchObject({ summary: 'Edited.', time: 7 });
  expect(checkpoint && discussions.current?.isStale(checkpoint)).toBe(false);
  await expect.poll(() => compressions.offered).toBe(0);
  discussions.current?.undo();
  expect(discussions.seen).toHaveLength(81);
});

test('a summary of messages that have changed meanwhile is stale at once, and one of deleted messages is refused', async () => {
  const { compressions, discussions } = tabWith(81);
  const { current } = discussions;
  await compressions.start();
  current?.setContent(current.messages[0]?.id ?? '', 'edited');
  expect(compressions.open?.save()).toBe(true);
  const [checkpoint] = current?.now.checkpoints ?? [];
  expect(checkpoint && current?.isStale(checkpoint)).toBe(true);
  current?.undo();
  await compressions.start();
  current?.remove(current.messages[0]?.id ?? '');
  expect(compressions.open?.save()).toBe(false);
});

test('says so if all messages stay', async () => {
  const { compressions, notices } = tabWith(12);
  await compressions.start();
  expect(compressions.open).toBeUndefined();
  expect(notices.at(-1)?.text).toContain('nothing to compress');
});
