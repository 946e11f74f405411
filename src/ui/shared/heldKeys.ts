/** Keeps the keys pressed before a dialog is there from whatever has the focus until then, and types them into the dialog. */
export class HeldKeys {
  #held: KeyboardEvent[] | undefined = [];

  /** Listens to `keydown` of the window, before anything else does. Shortcuts pass. */
  readonly hold = (event: KeyboardEvent): void => {
    if (this.#held === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#held.push(event);
  };

  /** Forgets the keys, and holds no more. */
  drop(): void {
    this.#held = undefined;
  }

  /** Gives the keys to what has the focus now. */
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
