import { expect, test } from 'vitest';
import { attachmentsInMemory } from '../../../tests/attachmentsInMemory';
import { openTab } from '../../../tests/discussionTab';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { Attachments } from '../attachments/attachments.svelte';
import { ConversationImport, MOST_MESSAGES } from './conversationImport.svelte';

/** More than one answer of the reader holds. */
const MANY = Array.from({ length: 501 }, (_, at) => ({ role: 'user', content: `message ${at}` }));

test.each([
  ['closed', (importing: ConversationImport) => importing.close()],
  [
    'given another file',
    (importing: ConversationImport) => void importing.look(new Blob(['User: a\nAI: b'])),
  ],
])('an import that is %s while it stores attachments makes no discussion of a part', async (_, interrupt) => {
  const { discussions } = openTab(storageInMemory());
  let stored = 0;
  const attachments: Pick<Attachments, 'referring'> = {
    referring: (pieces) => {
      stored += 1;
      if (stored === 500) interrupt(importing);
      return Promise.resolve(pieces.join(''));
    },
  };
  const importing: ConversationImport = new ConversationImport({
    ...{ discussions, attachments, startReader: attachmentsInMemory().startReader },
    clock: { now: () => 0, after: (_delay, task) => (task(), () => undefined), nextFrame: () => undefined },
  });
  await importing.look(new Blob([JSON.stringify(MANY)]));
  expect(await importing.create([0])).toBe(false);
  expect(discussions.list).toEqual([]);
  await expect.poll(() => importing.found?.kind).not.toBe('refused');
});

test('a conversation is not added to a discussion that would grow too long', async () => {
  const { discussions } = openTab(storageInMemory());
  const current = discussions.create(MANY.slice(0, 500).map(({ content }) => ({ role: 'User', content })));
  const importing = new ConversationImport({
    ...{ discussions, attachments: { referring: (pieces) => Promise.resolve(pieces.join('')) } },
    startReader: attachmentsInMemory().startReader,
    clock: { now: () => 0, after: (_delay, task) => (task(), () => undefined), nextFrame: () => undefined },
  });
  const most = Array.from({ length: MOST_MESSAGES - 499 }, () => ({ role: 'user', content: 'more' }));
  await importing.look(new Blob([JSON.stringify(most)]));
  expect(await importing.append(0)).toBe(false);
  expect(importing.found).toMatchObject({ kind: 'refused' });
  expect(current.messages).toHaveLength(500);
});
