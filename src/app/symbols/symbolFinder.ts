import type { Engine, SymbolsFound, SymbolsWanted } from '../ports/engine';
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
  find(wanted: SymbolsWanted): Promise<SymbolsFound | undefined> {
    return this.learnFrom(this.#engine.findSymbols(wanted));
  }

  /** Stops parsing files in the background, or continues. */
  read(on: boolean): Promise<void> {
    return this.#engine.readSymbols(on);
  }
}
