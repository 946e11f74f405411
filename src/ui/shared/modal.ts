/**
 * The browser's modal dialog: it traps the focus, closes on Esc or a press beside it, and restores the focus. The
 * callback runs at once when it closes, because the browser's `close` event comes a task later, when the next dialog may
 * already be open.
 */
export class Modal {
  readonly #onclosed: () => void;
  #element: HTMLDialogElement | undefined;
  #isClosed = false;

  constructor(onclosed: () => void) {
    this.#onclosed = onclosed;
  }

  open(element: HTMLDialogElement): void {
    this.#element = element;
    const close = (): void => {
      this.close();
    };
    element.addEventListener('cancel', (event) => {
      // File inputs inside it send `cancel` too.
      if (event.target === element) close();
    });
    element.addEventListener('close', close);
    element.addEventListener('pointerdown', (event) => {
      if (event.target === element) close();
    });
    element.showModal();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#element?.close();
    this.#onclosed();
  }
}
