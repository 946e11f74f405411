import type { Clock } from '../ports/clock';
import type { EngineRun } from './engineRun.svelte';

/** Milliseconds between two frames that follow streaming results, so that the page stays free in between. */
const PAUSE = 250;

/** Decides when the screen follows changes: with the next frame, or a few times a second while results stream in. */
export class Pace {
  readonly #clock: Clock;
  readonly #run: Pick<EngineRun, 'busy' | 'measuring'>;
  #shownAt = -Infinity;
  readonly #waiting = new Set<Promise<void>>();

  constructor(clock: Clock, run: Pick<EngineRun, 'busy' | 'measuring'>) {
    this.#clock = clock;
    this.#run = run;
  }

  run(task: () => void): void {
    const isStreaming = this.#run.busy || this.#run.measuring;
    const wait = isStreaming ? this.#shownAt + PAUSE - this.#clock.now() : 0;
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

  /** Yields to the page between two steps of long work. */
  pause(): Promise<void> {
    return new Promise((resolve) => this.#clock.nextFrame(resolve));
  }

  /** Resolves when the screen shows all changes so far. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
  }
}
