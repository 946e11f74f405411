import type { Notice, Notify } from '../notify';
import type { Composition } from './composition.svelte';

/** An Undo button for a message about a step. It works as long as the step is the last one. */
export function undoOffer(
  composition: Pick<Composition, 'undo' | 'undoName'>,
  step: string | undefined,
  notify: Notify,
): NonNullable<Notice['offer']> {
  return {
    label: 'Undo',
    run() {
      if (composition.undoName === step) composition.undo();
      else notify({ kind: 'info', text: 'There is a later change. Undo it first.' });
    },
  };
}
