import { latestWins } from '../../core/async/latestWins';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { OpenedFolder, Picked } from '../ports/folders';

/** Milliseconds to wait for a dropped folder that the browser neither hands over nor refuses. */
const UNANSWERED = 4_000;

interface Parts {
  readonly clock: Clock;
  readonly notify: Notify;
  /** Puts the folder on the screen. */
  enter(folder: OpenedFolder): Promise<void>;
}

/** Opens the folder that the user chose, one at a time, until its workspace is on screen. */
export class FolderEntrance {
  readonly #parts: Parts;
  #busy = $state(false);
  readonly #begin = latestWins();
  /** Whether the choice begun last is still the latest. */
  #isLatest = this.#begin();
  #entering = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True between the user's choice of a folder and the workspace on the screen. */
  get busy(): boolean {
    return this.#busy;
  }

  /** The newest choice wins. A choice that the browser never answers does not block later ones. */
  async open(choose: () => Promise<Picked<OpenedFolder>>): Promise<void> {
    if (this.#entering) return;
    const isLatest = (this.#isLatest = this.#begin());
    this.#busy = true;
    try {
      const picked = await choose();
      if (!isLatest()) return;
      if (picked.kind === 'refused')
        this.#parts.notify({ kind: 'error', text: `Couldn't open a folder: ${picked.reason}.` });
      if (picked.kind === 'picked') await this.#enter(picked.value);
    } finally {
      if (isLatest()) this.#busy = false;
    }
  }

  /** A browser may ask the user before it hands over a dropped folder, or silently withhold it. */
  async whenGiven(dropped: Promise<Picked<OpenedFolder>>): Promise<Picked<OpenedFolder>> {
    const isLatest = this.#isLatest;
    const stopWaiting = this.#parts.clock.after(UNANSWERED, () => {
      if (!isLatest()) return;
      this.#busy = false;
      this.#parts.notify({
        kind: 'warning',
        text: 'The browser has not given this page the dropped folder.',
        details: [
          'It may be asking for your permission. Browsers never share system folders or your whole home folder: open a folder inside.',
        ],
      });
    });
    try {
      return await dropped;
    } finally {
      stopWaiting();
    }
  }

  async #enter(folder: OpenedFolder): Promise<void> {
    this.#entering = true;
    try {
      await this.#parts.enter(folder);
    } finally {
      this.#entering = false;
    }
  }
}
