/** Searches the symbols of the whole folder by name. */
import { latestWins } from '../../../src/core/async/latestWins';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { definesName, symbolsIn, type PackedSymbols } from '../../../src/core/symbols/packedSymbols';
import { listSymbols, rankSymbols, type SymbolRanking } from '../../../src/core/symbols/rankSymbols';
import type { ContentSymbols } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import { FolderContents, type ContentSources } from '../contents/folderContents';
import type { Outbox } from '../outbox';
import type { SymbolsFound, SymbolsWanted } from '../searchContract';

/** Symbols to rank before other calls get their turn: about 30 ms. */
const SYMBOLS_AT_ONCE = 200_000;

export class SymbolIndex {
  readonly #contents: FolderContents<ContentSymbols>;
  readonly #begin = latestWins();

  constructor(sources: ContentSources, outbox: Outbox) {
    this.#contents = new FolderContents({
      ...sources,
      kind: {
        by: 'content',
        stored: (files, call) =>
          call((api) => api.storedSymbols(files.map(({ path, hash }) => ({ path, hash })))),
        read: (api, files) => api.readSymbols(files),
        unread: { kind: 'unparsed', lasting: false },
      },
      stateOf: ({ kind }) => (kind === 'none' ? 'none' : kind === 'unparsed' ? 'failed' : 'done'),
      tell: (progress) => {
        outbox.send({ kind: 'symbols', progress });
      },
    });
  }

  /** Undefined if another search has begun since. */
  async find(wanted: SymbolsWanted): Promise<SymbolsFound | undefined> {
    const isLatest = this.#begin();
    const contents = this.#contents;
    contents.want();
    if (wanted.file !== undefined && wanted.query === '') return this.#listFile(wanted);
    const ranking = rankSymbols(wanted.query, wanted.limit);
    const files = contents.files();
    const inTurn = wanted.file === undefined ? files : files.filter(({ path }) => path === wanted.file);
    if (!(await this.#rank(inTurn, ranking, isLatest))) return undefined;
    return { symbols: ranking.best(), matches: ranking.matches, progress: contents.progress() };
  }

  /** The files that are known to define a symbol of this name. The others are read for the next question. */
  filesOf(name: string): readonly RepoPath[] {
    this.#contents.want();
    return this.#contents.files().flatMap((file) => {
      const symbols = this.#symbolsOf(file);
      return symbols !== undefined && definesName(symbols, name) ? [file.path] : [];
    });
  }

  stop(): void {
    this.#contents.stop();
  }

  resume(): void {
    this.#contents.resume();
  }

  #listFile({ file, limit }: SymbolsWanted): SymbolsFound {
    const listed = this.#contents.files().find(({ path }) => path === file);
    const symbols = listed && this.#symbolsOf(listed);
    return {
      symbols: listed && symbols ? listSymbols(listed.path, symbols, limit) : [],
      matches: symbols ? symbolsIn(symbols) : 0,
      progress: this.#contents.progress(),
    };
  }

  #symbolsOf(file: TextFile): PackedSymbols | undefined {
    const known = this.#contents.get(file);
    return known?.kind === 'symbols' ? known.symbols : undefined;
  }

  /** Returns false if it was not the latest search any more. */
  async #rank(files: readonly TextFile[], ranking: SymbolRanking, isLatest: () => boolean): Promise<boolean> {
    let ranked = 0;
    for (const file of files) {
      const symbols = this.#symbolsOf(file);
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
}
