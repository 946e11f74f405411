import { createKeybindingsHandler } from 'tinykeys';

interface KeyedVerb {
  readonly keys?: string;
  readonly notInText?: boolean;
  readonly enabled: boolean;
  readonly run: () => void;
}

/**
 * One handler for all keys of a table of verbs. A verb that is not enabled swallows its keys all the same, as does
 * every verb while a modal dialog is open: nothing behind it may change.
 */
export function keyHandler(verbs: readonly KeyedVerb[]): (event: KeyboardEvent) => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  for (const verb of verbs) {
    if (verb.keys === undefined) continue;
    bindings[verb.keys] = (event) => {
      if (verb.notInText === true && isTextBox(event.target)) return;
      event.preventDefault();
      if (verb.enabled && document.querySelector('dialog[open]') === null) verb.run();
    };
  }
  return createKeybindingsHandler(bindings);
}

/** `$mod+Shift+z` as a person reads it. */
export function keysLabel(keys: string): string {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  return keys
    .split('+')
    .map((part) => (part === '$mod' ? (isMac ? '⌘' : 'Ctrl') : part.length === 1 ? part.toUpperCase() : part))
    .join('+')
    .replace('Shift+?', '?');
}

function isTextBox(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
