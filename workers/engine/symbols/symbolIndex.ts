/**
 * The symbols of the whole folder, searched by name. They are read when somebody first asks for them, and follow the
 * folder from then on: every search compares the tables with the index.
 */
import { latestWins } from '../../../src/core/async/latestWins';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { symbolsIn } from '../../../src/core/symbols/packedSymbols';
import { listSymbols, rankSymbols, type SymbolRanking } from '../../../src/core/symbols/rankSymbols';
import type { ComputePool } from '../computePool';
import type { SymbolProgress, SymbolsFound, SymbolsWanted } from '../searchContract';
import type { Outbox } from '../outbox';
import type { FileJobs } from '../reading/fileJobs';
import type { WorkspaceIndex } from '../reading/workspaceIndex';
import { readSymbols, type SymbolReading } from './readingSymbols';
import { createSymbolTables, packedOf, type TextFile } from './symbolTables';

export interface SymbolIndexParts extends Pick<SymbolReading, 'toRead' | 'outdated'> {
  readonly jobs: FileJobs;
  readonly pool: ComputePool;
  readonly index: WorkspaceIndex;
  readonly outbox: Outbox;
  encoding(): TokenEncoding;
  /** Reading has failed, because the folder or all workers are lost. */
  failed(error: unknown): void;
}

/** Symbols to rank before other calls get their turn: about 30 ms. */
const SYMBOLS_AT_ONCE = 200_000;
/** Milliseconds between two events. */
const PACE = 200;

export class SymbolIndex {
  readonly #parts: SymbolIndexParts;
  readonly #tables;
  readonly #begin = latestWins();
  #reading: AbortController | undefined;
  #isStopped = false;
  #told = -Infinity;

  constructor(parts: SymbolIndexParts) {
    this.#parts = parts;
    this.#tables = createSymbolTables(parts.index);
  }

  /** Undefined if another search has begun since. */
  async find(wanted: SymbolsWanted): Promise<SymbolsFound | undefined> {
    const isLatest = this.#begin();
    if (!this.#isStopped) void this.#read();
    if (wanted.file !== undefined && wanted.query === '') return this.#listFile(wanted);
    const ranking = rankSymbols(wanted.query, wanted.limit);
    const files = this.#tables.files();
    const inTurn = wanted.file === undefined ? files : files.filter(({ path }) => path === wanted.file);
    if (!(await this.#rank(inTurn, ranking, isLatest))) return undefined;
    return { symbols: ranking.best(), matches: ranking.matches, progress: this.#progress() };
  }

  stop(): void {
    this.#isStopped = true;
    this.#reading?.abort();
    this.#tell();
  }

  resume(): void {
    this.#isStopped = false;
    void this.#read();
  }

  #listFile({ file, limit }: SymbolsWanted): SymbolsFound {
    const listed = this.#tables.files().find(({ path }) => path === file);
    const symbols = listed && packedOf(this.#tables.get(listed));
    return {
      symbols: listed && symbols ? listSymbols(listed.path, symbols, limit) : [],
      matches: symbols ? symbolsIn(symbols) : 0,
      progress: this.#progress(),
    };
  }

  /** Returns false if it was not the latest search any more. */
  async #rank(files: readonly TextFile[], ranking: SymbolRanking, isLatest: () => boolean): Promise<boolean> {
    let ranked = 0;
    for (const file of files) {
      const symbols = packedOf(this.#tables.get(file));
      if (symbols === undefined) continue;
      ranking.add(file.path, symbols);
      ranked += symbolsIn(symbols);
      if (ranked < SYMBOLS_AT_ONCE) continue;
      ranked = 0;
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (!isLatest()) return false;
    }
    return isLatest();
  }

  /** Reads until nothing is missing. One reading at a time. */
  async #read(): Promise<void> {
    if (this.#reading !== undefined || this.#missing().length === 0) return;
    const { jobs, pool, encoding, toRead, outdated } = this.#parts;
    const controller = new AbortController();
    this.#reading = controller;
    const { signal } = controller;
    try {
      for (let files = this.#missing(); files.length > 0; files = this.#missing()) {
        await readSymbols(files, {
          ...{ jobs, pool, tables: this.#tables, encoding: encoding(), signal, toRead, outdated },
          onProgress: () => {
            if (performance.now() - this.#told >= PACE) this.#tell();
          },
        });
      }
      this.#tables.prune();
    } catch (error) {
      if (signal.aborted) return;
      this.#isStopped = true; // Every search would fail again.
      this.#parts.failed(error);
    } finally {
      this.#reading = undefined;
      this.#tell();
    }
  }

  #missing(): readonly TextFile[] {
    return this.#tables.files().filter((file) => this.#tables.get(file) === undefined);
  }

  #progress(): SymbolProgress {
    let [done, total, failed] = [0, 0, 0];
    for (const file of this.#tables.files()) {
      const symbols = this.#tables.get(file);
      if (symbols?.kind === 'none') continue;
      total += 1;
      if (symbols !== undefined) done += 1;
      if (symbols?.kind === 'unparsed') failed += 1;
    }
    const state = done === total ? 'done' : this.#isStopped ? 'stopped' : 'reading';
    return { state, done, total, failed };
  }

  #tell(): void {
    this.#told = performance.now();
    this.#parts.outbox.send({ kind: 'symbols', progress: this.#progress() });
  }
}
