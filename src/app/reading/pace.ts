import type { Clock } from '../ports';

/** Milliseconds between two frames that follow streaming results, so that the page stays free in between. */
const PAUSE = 150;

/** Decides when the screen follows changes: with the next frame, or a few times a second while results stream in. */
export class Pace {
  readonly #clock: Clock;
  readonly #isStreaming: () => boolean;
  #shownAt = -Infinity;
  readonly #waiting = new Set<Promise<void>>();

  constructor(clock: Clock, isStreaming: () => boolean) {
    this.#clock = clock;
    this.#isStreaming = isStreaming;
  }

  run(task: () => void): void {
    const wait = this.#isStreaming() ? this.#shownAt + PAUSE - this.#clock.now() : 0;
    const shown = new Promise<void>((resolve) => {
      const show = () => {
        this.#clock.nextFrame(() => {
          this.#shownAt = this.#clock.now();
          resolve();
          task();
        });
      };
      if (wait > 0) this.#clock.after(wait, show);
      else show();
    });
    this.#waiting.add(shown);
    void shown.then(() => this.#waiting.delete(shown));
  }

  /** Resolves when the screen shows all changes so far. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
  }
}
