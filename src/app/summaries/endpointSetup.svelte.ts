import type { Storage } from '../ports/storage';
import { readStored } from '../storage/storedValue';
import { ENDPOINT, ENDPOINT_KEY } from './storedEndpoint';

/** The endpoint that the user has set up on the endpoint page. This page never reads its key. */
export class EndpointSetup {
  readonly #storage: Storage;
  #target = $state.raw({ address: '', model: '' });

  constructor(storage: Storage) {
    this.#storage = storage;
    storage.watch((keys) => {
      if (keys.includes(ENDPOINT_KEY)) void this.load();
    });
  }

  get isSetUp(): boolean {
    const { address, model } = this.#target;
    return address.trim() !== '' && model.trim() !== '';
  }

  get address(): string {
    return this.#target.address.trim();
  }

  get model(): string {
    return this.#target.model.trim();
  }

  /** An endpoint that can't be read is not set up; the endpoint page tells why. */
  async load(): Promise<void> {
    const stored = await this.#storage.get(ENDPOINT_KEY).catch(() => undefined);
    const read = readStored(stored, ENDPOINT);
    const { address, model } = read.kind === 'found' ? read.value : { address: '', model: '' };
    this.#target = { address, model };
  }
}
