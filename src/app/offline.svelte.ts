import type { OfflineState } from './ports';

/** What the service worker last said, for the status bar. */
export class Offline {
  #state = $state.raw<OfflineState | undefined>();

  get state(): OfflineState | undefined {
    return this.#state;
  }

  set(state: OfflineState): void {
    this.#state = state;
  }
}
