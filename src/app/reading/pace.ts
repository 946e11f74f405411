import type { Clock } from '../ports';

/** Milliseconds between two looks at what streams in: the screen follows, and the page stays free in between. */
const PAUSE = 150;

/** When the screen follows what has changed: with the next frame, or a few times a second while files stream in. */
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

  /** Resolves when the screen shows all that has changed. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
  }

  /** Runs the task once for all calls until then. */
  once(task: () => void): () => void {
    let isWaiting = false;
    return () => {
      if (isWaiting) return;
      isWaiting = true;
      this.run(() => {
        isWaiting = false;
        task();
      });
    };
  }
}
