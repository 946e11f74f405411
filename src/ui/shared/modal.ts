/**
 * The browser's own modal dialog: focus stays inside, Esc and a press beside it close it, focus goes back to where it was.
 * What is to be done then is done at once. The browser's `close` event comes a task later, when the next dialog may be open
 * already, which must not be taken for the one that was closed.
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
      // File fields in it send one of their own.
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
