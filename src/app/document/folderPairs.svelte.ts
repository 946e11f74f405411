import type { Engine } from '../ports/engine';
import type { FolderReading } from '../reading/folderReading.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'folderLinks'>;
  readonly reading: Pick<FolderReading, 'textsChanged'>;
}

type Read =
  | { readonly kind: 'unread' | 'failed' }
  | { readonly kind: 'read'; readonly pairs: readonly (readonly [string, string])[] };

const UNREAD: Read = { kind: 'unread' };

/** Pairs of files of which the first uses the second, in the whole folder. */
export class FolderPairs {
  readonly #engine: Parts['engine'];
  #read = $state.raw<Read>(UNREAD);
  /** Whether files have changed since. */
  #isOld = false;

  constructor({ engine, reading }: Parts) {
    this.#engine = engine;
    reading.textsChanged.subscribe(() => {
      this.#isOld = true;
    });
  }

  /** Undefined unless they are read. */
  get list(): readonly (readonly [string, string])[] | undefined {
    return this.#read.kind === 'read' ? this.#read.pairs : undefined;
  }

  get isUnread(): boolean {
    return this.#read.kind === 'unread';
  }

  forget(): void {
    this.#read = UNREAD;
  }

  /** Reads them if they are unread or old. */
  async read(): Promise<void> {
    if (this.#read.kind !== 'unread' && !this.#isOld) return;
    this.#isOld = false;
    try {
      const { links } = await this.#engine.folderLinks();
      const pairs = links.flatMap(({ from, to }) => to.map((used) => [from, used] as const));
      this.#read = { kind: 'read', pairs };
    } catch (error) {
      this.#read = { kind: 'failed' };
      throw error;
    }
  }

  /** Reads them again if that has failed. They may fail to be read once more. */
  async retry(): Promise<void> {
    if (this.#read.kind !== 'failed') return;
    this.#isOld = true;
    await this.read().catch(() => undefined);
  }
}
