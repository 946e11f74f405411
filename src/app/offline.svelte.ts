import type { OfflineState } from './ports';

/** Where this release stands: what the service worker last said of it, or that it is not whole any more. */
export class Offline {
  #state = $state.raw<OfflineState | undefined>();

  get state(): OfflineState | undefined {
    return this.#state;
  }

  /** What is missing stays missing, whatever is said afterwards. */
  set(state: OfflineState): void {
    if (this.#state?.kind !== 'part-missing') this.#state = state;
  }
}
