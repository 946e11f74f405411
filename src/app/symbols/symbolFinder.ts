import type { Engine, SymbolsFound, SymbolsWanted } from '../ports';
import { ContentNews } from '../reading/contentNews.svelte';

type SymbolEngine = Pick<Engine, 'findSymbols' | 'readSymbols'>;

/** Finds the folder's symbols by name, and reports how many files have been parsed. */
export class SymbolFinder extends ContentNews {
  readonly #engine: SymbolEngine;

  constructor(engine: SymbolEngine) {
    super();
    this.#engine = engine;
  }

  /** Resolves to undefined if a newer search has replaced it. Starts parsing files whose symbols are not known yet. */
  async find(wanted: SymbolsWanted): Promise<SymbolsFound | undefined> {
    const found = await this.#engine.findSymbols(wanted);
    this.learn(found?.progress);
    return found;
  }

  /** Stops parsing files in the background, or continues. */
  async read(on: boolean): Promise<void> {
    await this.#engine.readSymbols(on);
  }
}
