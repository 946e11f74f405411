import { expect, test } from 'vitest';
import { attachmentsInMemory } from '../../../tests/attachmentsInMemory';
import { openTab } from '../../../tests/discussionTab';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { Attachments } from '../attachments/attachments.svelte';
import { ConversationImport } from './conversationImport.svelte';

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
