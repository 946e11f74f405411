import { serial } from '../../core/async/serial';
import type { RepoPath } from '../../core/files/repoPath';
import type {
  ContentProgress,
  Engine,
  FilesRanked,
  FocusedFile,
  FocusWanted,
  FolderLinks,
  LinksFound,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
} from '../ports/engine';
import { ContentNews } from '../reading/contentNews.svelte';

type ReferenceEngine = Pick<
  Engine,
  | 'rankFiles'
  | 'focusFiles'
  | 'mapTokens'
  | 'linksOf'
  | 'relatedFiles'
  | 'folderLinks'
  | 'readReferences'
  | 'readReferencesAhead'
  | 'gitHistoryRead'
>;

/** Parsing more files takes most of a minute and hundreds of megabytes, so larger folders wait for the first question. */
const MOST_AHEAD = 20_000;

/**
 * Ranks files for a task and finds links between files. Files are read in the background once they are counted, or on the
 * first question. Answers are empty until all files are read.
 */
export class References extends ContentNews {
  readonly #engine: ReferenceEngine;
  /** A new ranking would cancel the running one. */
  readonly #inTurn = serial();

  constructor(engine: ReferenceEngine) {
    super();
    this.#engine = engine;
  }

  /** Resolves to undefined if a newer ranking has replaced it. */
  rank(wanted: RankingWanted): Promise<FilesRanked | undefined> {
    return this.learnFrom(this.#inTurn(() => this.#engine.rankFiles(wanted)));
  }

  /** Waits until all files and past commits are read, or the user stops the reading. */
  async rankAll(wanted: RankingWanted): Promise<FilesRanked> {
    await this.#engine.gitHistoryRead();
    return this.whenRead(() => this.rank(wanted));
  }

  focus(wanted: FocusWanted): Promise<readonly FocusedFile[]> {
    return this.#engine.focusFiles(wanted);
  }

  /** Tokens of the files' blocks in the symbol map. */
  async mapTokens(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, number>> {
    const tokens = await this.#engine.mapTokens(paths);
    return new Map(paths.map((path, at) => [path, tokens[at] ?? 0]));
  }

  linksOf(path: RepoPath): Promise<LinksFound> {
    return this.learnFrom(this.#engine.linksOf(path));
  }

  related(wanted: RelatedWanted): Promise<RelatedFound> {
    return this.learnFrom(this.#engine.relatedFiles(wanted));
  }

  all(): Promise<FolderLinks> {
    return this.learnFrom(this.#engine.folderLinks());
  }

  /** Repeats the question until all files are read, or the user has stopped the reading. */
  async whenRead<Answer extends { readonly progress: ContentProgress }>(
    ask: () => Promise<Answer | undefined>,
  ): Promise<Answer> {
    for (;;) {
      const { promise: more, resolve } = Promise.withResolvers<undefined>();
      const stopWatching = this.watch(() => resolve(undefined));
      try {
        const answer = await ask();
        if (answer !== undefined && answer.progress.state !== 'reading') return answer;
        await more;
      } finally {
        stopWatching();
      }
    }
  }

  /** Reads all files before the first question, unless there are too many, or the user has stopped reading. */
  async readAhead(files: number): Promise<void> {
    if (files <= MOST_AHEAD) await this.#engine.readReferencesAhead();
  }

  /** Stops reading files in the background, or continues. */
  read(on: boolean): Promise<void> {
    return this.#engine.readReferences(on);
  }
}
