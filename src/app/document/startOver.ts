import type { Conversation } from '../groups/conversation';
import type { Notify } from '../notify';

interface Parts {
  readonly conversation: Pick<Conversation, 'baselines' | 'turns'>;
  readonly notify: Notify;
}

/** The next document is for a new chat, which has seen nothing: whole, and with everything arranged anew. */
export async function startOver({ conversation, notify }: Parts): Promise<void> {
  const { baselines, turns } = conversation;
  const { turn } = baselines;
  if (turn === undefined || !(await turns.startOver(turn, true))) return;
  notify({
    kind: 'done',
    text: 'The next copy is for a new chat.',
    details: ['It has the whole document, arranged anew.'],
    offer: { label: 'Undo', run: () => void turns.startOver(turn, false) },
  });
}
