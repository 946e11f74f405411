import type { Engine, ContentProgress, SymbolsFound, SymbolsWanted } from '../ports';

/** Finds the folder's symbols by name, and tells how many files they are known of. */
export class SymbolFinder {
  readonly #engine: Pick<Engine, 'findSymbols' | 'readSymbols'>;
  readonly #watchers = new Set<() => void>();
  #progress = $state.raw<ContentProgress | undefined>();

  constructor(engine: Pick<Engine, 'findSymbols' | 'readSymbols'>) {
    this.#engine = engine;
  }

  /** Undefined until somebody has searched. */
  get progress(): ContentProgress | undefined {
    return this.#progress;
  }

  /** Undefined if another search has begun since. Starts parsing files whose symbols are not known yet. */
  async find(wanted: SymbolsWanted): Promise<SymbolsFound | undefined> {
    const found = await this.#engine.findSymbols(wanted);
    if (found !== undefined) this.#progress = found.progress;
    return found;
  }

  /** Stops parsing files in the background, or continues. */
  async read(on: boolean): Promise<void> {
    await this.#engine.readSymbols(on);
  }

  /** Calls `onmore` when a search may find more or other symbols than before. Returns a function to stop. */
  watch(onmore: () => void): () => void {
    this.#watchers.add(onmore);
    return () => this.#watchers.delete(onmore);
  }

  receive(progress: ContentProgress): void {
    this.#progress = progress;
    this.changed();
  }

  /** The folder's files have changed. */
  changed(): void {
    for (const tell of this.#watchers) tell();
  }
}
