import { createKeybindingsHandler } from 'tinykeys';

interface KeyedVerb {
  readonly keys?: string;
  /** In text boxes: `never`, or only `after` the box itself has nothing left to undo or redo. */
  readonly inText?: 'never' | 'after';
  readonly enabled: boolean;
  readonly run: () => void;
}

/**
 * One handler for the keys of all verbs. Keys of a disabled verb are swallowed, and so are all keys while a modal dialog
 * is open, because nothing behind it may change.
 */
export function keyHandler(verbs: readonly KeyedVerb[], typed: TypedBoxes): (event: KeyboardEvent) => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  for (const verb of verbs) {
    if (verb.keys === undefined) continue;
    const optionLetter = optionLetterOf(verb.keys);
    const run = () => {
      if (verb.enabled && document.querySelector('dialog[open]') === null) verb.run();
    };
    bindings[optionLetter ?? verb.keys] = (event) => {
      if (optionLetter !== undefined && isTextBox(event.target)) return;
      if (verb.inText !== undefined && isTextBox(event.target)) {
        if (verb.inText === 'never') return;
        if (typed.has(event.target)) {
          runAfterBrowser(run);
          return;
        }
      }
      event.preventDefault();
      run();
    };
  }
  return createKeybindingsHandler(bindings);
}

/** The text boxes that the user has typed into: only these can have typing to undo. */
export class TypedBoxes {
  readonly #boxes = new WeakSet<EventTarget>();

  note({ target }: Event): void {
    if (target !== null) this.#boxes.add(target);
  }

  has(box: EventTarget): boolean {
    return this.#boxes.has(box);
  }
}

/** Runs a verb unless the browser undoes or redoes typing, which shows as an input event before the next task. */
function runAfterBrowser(run: () => void): void {
  const done = new AbortController();
  document.addEventListener(
    'input',
    () => {
      done.abort();
    },
    { capture: true, signal: done.signal },
  );
  setTimeout(() => {
    if (!done.signal.aborted) run();
    done.abort();
  });
}

/** Writes `$mod+Shift+z` as `Ctrl+Shift+Z`, or on a Mac as `⌘+Shift+Z`. */
export function keysLabel(keys: string): string {
  return keys
    .split('+')
    .map((part) =>
      part === '$mod' ? (isMac() ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part,
    )
    .join('+')
    .replace('Shift+?', '?');
}

/**
 * On a Mac, Option types another character, so the letter is recognized by its position on the keyboard, and in text
 * boxes it belongs to the text. Undefined for all other keys.
 */
function optionLetterOf(keys: string): string | undefined {
  const letter = isMac() ? /^Alt\+([a-z])$/.exec(keys)?.[1] : undefined;
  return letter && `Alt+Key${letter.toUpperCase()}`;
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

function isTextBox(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
