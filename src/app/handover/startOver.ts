import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { Notify } from '../notify';

interface Parts {
  readonly composition: Pick<Composition, 'options'>;
  readonly conversation: Pick<Conversation, 'baselines' | 'turns'>;
  readonly notify: Notify;
}

/** Starts a new chat: the next copy has the whole document. If that is most stable first, its blocks are arranged again. */
export async function startOver({ composition, conversation, notify }: Parts): Promise<void> {
  const { baselines, turns } = conversation;
  const { turn } = baselines;
  if (turn === undefined || !(await turns.startOver(turn, true))) return;
  notify({
    kind: 'done',
    text: 'The next copy starts a new chat.',
    details: [
      composition.options.layout === 'stable'
        ? 'It has the whole document, with all parts rearranged.'
        : 'It has the whole document.',
    ],
    offer: { label: 'Undo', run: () => void turns.startOver(turn, false) },
  });
}
