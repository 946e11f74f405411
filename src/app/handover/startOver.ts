import type { Conversation } from '../groups/conversation';
import type { Notify } from '../notify';

interface Parts {
  readonly conversation: Pick<Conversation, 'baselines' | 'turns'>;
  readonly notify: Notify;
}

/** Starts a new chat: the next copy has the whole document, and all blocks are arranged again. */
export async function startOver({ conversation, notify }: Parts): Promise<void> {
  const { baselines, turns } = conversation;
  const { turn } = baselines;
  if (turn === undefined || !(await turns.startOver(turn, true))) return;
  notify({
    kind: 'done',
    text: 'The next copy starts a new chat.',
    details: ['It has the whole document, with all parts rearranged.'],
    offer: { label: 'Undo', run: () => void turns.startOver(turn, false) },
  });
}
