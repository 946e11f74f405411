import type { OfflineState } from './ports/offline';

/** Offline state of this release, as last reported by the service worker or by a failed import. */
export class Offline {
  #state = $state.raw<OfflineState | undefined>();

  get state(): OfflineState | undefined {
    return this.#state;
  }

  /** Keeps `part-missing`: only a reload can repair it. */
  set(state: OfflineState): void {
    if (this.#state?.kind !== 'part-missing') this.#state = state;
  }
}
