import type { OpenDiscussion } from '../../../app/conversation/openDiscussion.svelte';
import { keyHandler, TypedBoxes } from '../../shared/keymap';

/**
 * For the discussion's tab: within it, the undo keys are those of the discussion and not those of the composition.
 * `run` calls the verb.
 */
export function ownUndo(current: () => OpenDiscussion | undefined, run: (verb: () => void) => void) {
  return (element: HTMLElement) => {
    const typed = new TypedBoxes();
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      event.stopPropagation();
      undoKeys(current(), typed, run)(event);
    };
    const input = (event: Event) => {
      typed.note(event);
    };
    element.addEventListener('keydown', pressed);
    element.addEventListener('input', input);
    return () => {
      element.removeEventListener('keydown', pressed);
      element.removeEventListener('input', input);
    };
  };
}

function undoKeys(
  discussion: OpenDiscussion | undefined,
  typed: TypedBoxes,
  run: (verb: () => void) => void,
) {
  return keyHandler(
    [
      {
        keys: '$mod+z',
        inText: 'after',
        enabled: discussion?.undoName !== undefined,
        run: () => {
          run(() => discussion?.undo());
        },
      },
      {
        keys: '$mod+Shift+z',
        inText: 'after',
        enabled: discussion?.redoName !== undefined,
        run: () => {
          run(() => discussion?.redo());
        },
      },
    ],
    typed,
  );
}
