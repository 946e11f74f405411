/** Holds the keys pressed while a dialog loads, so that they go into the dialog instead of the focused element. */
export class HeldKeys {
  #held: KeyboardEvent[] | undefined = [];

  /** Must be the first `keydown` listener of the window. Shortcuts pass. */
  readonly hold = (event: KeyboardEvent): void => {
    if (this.#held === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#held.push(event);
  };

  /** Drops the keys and stops holding. */
  drop(): void {
    this.#held = undefined;
  }

  /** Types the keys into the focused element. */
  release(): void {
    const held = this.#held ?? [];
    this.drop();
    for (const event of held) press(event);
  }
}

function press({ key, code, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement;
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  // Inserted as typing would be, undo included; no newer way does that in every engine.
  if (isText && [...key].length === 1) document.execCommand('insertText', false, key);
  else if (key === 'Escape')
    target?.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  else
    target?.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
    );
}
