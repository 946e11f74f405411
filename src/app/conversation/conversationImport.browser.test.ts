import { describe, expect, test } from 'vitest';
import { attachmentsInMemory } from '../../../tests/attachmentsInMemory';
import { openTab } from '../../../tests/discussionTab';
import { storageInMemory } from '../../../tests/storageInMemory';
import { writeDiscussion } from '../../core/conversation/conversationText';
import { hashOfMessages } from '../../core/conversation/messageHash';
import type { ConversationReader } from '../ports/conversations';
import { ConversationImport, MOST_MESSAGES } from './conversationImport.svelte';
import type { OpenDiscussion } from './openDiscussion.svelte';

/** An import that stores its attachments with `store`. */
function importWith(
  store: () => void = () => undefined,
  startReader: () => ConversationReader = attachmentsInMemory().startReader,
) {
  const { discussions, notices } = openTab(storageInMemory());
  const importing = new ConversationImport({
    discussions,
    attachments: {
      referring(pieces) {
        store();
        return Promise.resolve(pieces.join(''));
      },
    },
    startReader,
    clock: { now: () => 0, after: (_delay, task) => (task(), () => undefined), nextFrame: () => undefined },
    notify: (notice) => notices.push(notice),
  });
  return { discussions, importing, notices };
}

const conversation = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ role: 'user', content: `message ${at}` }));
const json = (data: unknown) => new Blob([JSON.stringify(data)]);

/** Runs `task` on its `time`-th call. */
function onCall(time: number, task: () => void): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === time) task();
  };
}

test.each([
  ['closed', (importing: ConversationImport) => importing.close()],
  [
    'given another file',
    (importing: ConversationImport) => void importing.look(new Blob(['User: a\nAI: b'])),
  ],
])('an import that is %s while it stores attachments makes no discussion of a part', async (_, interrupt) => {
  const store = onCall(500, () => interrupt(importing));
  const { discussions, importing } = importWith(store);
  await importing.look(json(conversation(501))); // More than one response of the reader holds.
  expect(await importing.create([0])).toBe(false);
  expect(discussions.list).toEqual([]);
  await expect.poll(() => importing.found?.kind).not.toBe('refused');
});

test('an import that fails at its second conversation creates no discussion', async () => {
  const { discussions, importing } = importWith(
    onCall(3, () => {
      throw new Error('no room');
    }),
  );
  await importing.look(json({ conversations: [1, 2].map(() => ({ messages: conversation(2) })) }));
  expect(importing.found).toMatchObject({ kind: 'found', discussions: [{ messages: 2 }, { messages: 2 }] });
  expect(await importing.create([0, 1])).toBe(false);
  expect(discussions.list).toEqual([]);
});

test('an exported discussion comes back with its summaries and pinned message', async () => {
  const { discussions, importing } = importWith();
  const own = discussions.create(conversation(3), 'Mine');
  const [first = '', second = ''] = own.messages.map(({ id }) => id);
  const summary = { id: 'c', summary: 'so far', time: 1, covers: [first, second] };
  own.setCheckpoint({ ...summary, hash: hashOfMessages(own.messages, summary.covers) });
  own.setWorkspaceMessage('To do');
  const gone = { ...summary, id: 'd', covers: ['gone'], hash: '' };
  own.set({ checkpoints: [...own.now.checkpoints, gone] });
  await importing.look(new Blob([writeDiscussion(own.now, 'json')]));
  expect(await importing.create([0])).toBe(true);
  const again = discussions.current;
  if (again === undefined || again === own) throw new Error('nothing was imported');
  const { checkpoint, covered, ignored } = again.loaded;
  expect(again.now).toMatchObject({ title: 'Mine', workspaceMessage: 'To do' });
  expect(checkpoint).toMatchObject({ summary: 'so far' });
  expect([...covered]).toEqual(again.messages.slice(0, 2).map(({ id }) => id));
  expect(checkpoint && again.isStale(checkpoint)).toBe(false);
  expect(ignored).toMatchObject([{ covers: ['gone'] }]);
  expect(again.now.checkpoints.filter(({ id }) => id === 'c' || id === 'd')).toEqual([]);
  expect(again.isUnsaved).toBe(false);
  expect(again.undoName).toBeUndefined();
});

describe('an exported discussion that is added to another', () => {
  function exported() {
    const parts = importWith();
    const own = parts.discussions.create(conversation(3), 'Mine');
    const covers = own.messages.slice(0, 2).map(({ id }) => id);
    own.setCheckpoint({ id: 'c', summary: 'so far', time: 1, covers, hash: '' });
    own.setWorkspaceMessage('To do');
    return { ...parts, file: new Blob([writeDiscussion(own.now, 'json')]) };
  }

  test('brings its pinned message if there is none, and says that its summary is left out', async () => {
    const { discussions, importing, notices, file } = exported();
    const other = discussions.create(conversation(1));
    await importing.look(file);
    expect(await importing.append(0)).toBe(true);
    expect(other.now).toMatchObject({ workspaceMessage: 'To do', checkpoints: [] });
    expect(other.messages).toHaveLength(4);
    expect(notices).toMatchObject([
      { details: ['1 summary was not imported: a summary must come first in a discussion.'] },
    ]);
    other.undo();
    expect(other.now).toMatchObject({ workspaceMessage: '', messages: [{}] });
  });

  test('leaves the pinned message that is there, and says so', async () => {
    const { discussions, importing, notices, file } = exported();
    const other = discussions.create(conversation(1));
    other.setWorkspaceMessage('Mine');
    await importing.look(file);
    expect(await importing.append(0)).toBe(true);
    expect(other.now.workspaceMessage).toBe('Mine');
    expect(notices[0]?.details).toContain('The pinned message was not imported: this discussion has one.');
  });

  test('says nothing if nothing is left out', async () => {
    const { discussions, importing, notices } = importWith();
    discussions.create(conversation(1));
    await importing.look(json(conversation(2)));
    expect(await importing.append(0)).toBe(true);
    expect(notices).toEqual([]);
  });
});

test('files of messages that cannot be attached are counted', async () => {
  const { startReader } = attachmentsInMemory();
  const message = {
    role: 'User',
    content: ['[image: a]'],
    unread: Array.from({ length: 150_000 }, () => 'a.png is damaged'),
  };
  const messages = (_: number, from: number) => Promise.resolve(from === 0 ? [message] : []);
  const { importing, notices } = importWith(undefined, () => ({ ...startReader(), messages }));
  await importing.look(json({ conversations: [1, 2].map(() => ({ messages: conversation(1) })) }));
  expect(await importing.create([0, 1])).toBe(true);
  expect(notices).toMatchObject([
    { details: ['300000 files were not attached. The first: a.png is damaged.'] },
  ]);
});

test.each([
  [
    'deleted',
    ({ discussions }: ReturnType<typeof importWith>, one: OpenDiscussion) => discussions.remove(one),
  ],
  ['left', ({ discussions }: ReturnType<typeof importWith>) => void discussions.create()],
])('a conversation is not added to a discussion that is %s meanwhile', async (_, change) => {
  const parts = importWith(() => change(parts, current));
  const { discussions, importing } = parts;
  const current = discussions.create(conversation(1));
  await importing.look(json(conversation(1)));
  expect(await importing.append(0)).toBe(false);
  expect(importing.found).toEqual({
    kind: 'refused',
    reason: 'the discussion to add it to is no longer selected',
  });
  expect(current.messages).toHaveLength(1);
});

test('a conversation is not added to a discussion that would grow too long', async () => {
  const { discussions, importing } = importWith();
  const current = discussions.create(conversation(500));
  await importing.look(json(conversation(MOST_MESSAGES - 499)));
  expect(await importing.append(0)).toBe(false);
  expect(importing.found).toMatchObject({ kind: 'refused' });
  expect(current.messages).toHaveLength(500);
});
