/** A component that may still be loading. Svelte sets `part` to null when the component goes. */
export class AwaitedPart<Exports extends object> {
  #part = $state.raw<Exports | undefined>();
  #asked: ((part: Exports) => void) | undefined;

  get part(): Exports | undefined {
    return this.#part;
  }

  set part(part: Exports | undefined) {
    this.#part = part;
    const asked = this.#asked;
    if (!part || !asked) return;
    this.#asked = undefined;
    asked(part);
  }

  /** Runs a verb that moves the focus, unless the user moves it while the component is loading. */
  askFocus(verb: (part: Exports) => void): void {
    const before = document.activeElement;
    this.ask((part) => {
      if (document.activeElement === before || document.activeElement === document.body) verb(part);
    });
  }

  /** Runs a verb once the component is there. While it is loading, the last verb replaces the others. */
  ask(verb: (part: Exports) => void): void {
    if (this.#part) verb(this.#part);
    else this.#asked = verb;
  }
}
