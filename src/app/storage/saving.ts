import { coalesce } from '../../core/async/coalesce';
import type { Clock } from '../ports/clock';

/** Milliseconds. Long enough to coalesce a burst of changes, short enough that a reload right after one finds it. */
const DELAY = 100;

/**
 * Saves soon after a change, one save at a time, always the newest state. A failed save is reported once and
 * tried again at the next change or flush.
 */
export class Saving {
  readonly #clock: Clock;
  readonly #save: () => Promise<void>;
  readonly #onFailure: (reason: string) => void;
  #cancelTimer: (() => void) | undefined;
  #dirty = false;
  /** The last save failed and was reported. */
  #failed = false;

  constructor(clock: Clock, save: () => Promise<void>, onFailure: (reason: string) => void) {
    this.#clock = clock;
    this.#save = save;
    this.#onFailure = onFailure;
  }

  changed(): void {
    this.#dirty = true;
    this.#cancelTimer ??= this.#clock.after(DELAY, () => {
      void this.flush();
    });
  }

  /** Resolves when all changes so far are stored or have failed. */
  readonly flush = coalesce(() => this.#store());

  async #store(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (!this.#dirty && !this.#failed) return;
    const isRetry = !this.#dirty;
    this.#dirty = false;
    try {
      await this.#save();
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      if (!isRetry) this.#onFailure(error instanceof Error ? error.message : String(error));
    }
  }
}
