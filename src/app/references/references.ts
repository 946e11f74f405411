import { serial } from '../../core/async/serial';
import type { RepoPath } from '../../core/files/repoPath';
import type {
  ContentProgress,
  Engine,
  FilesRanked,
  FolderLinks,
  FileWindows,
  LinksFound,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
} from '../ports';
import { ContentNews } from '../reading/contentNews.svelte';

type ReferenceEngine = Pick<
  Engine,
  'rankFiles' | 'windowsOf' | 'linksOf' | 'relatedFiles' | 'folderLinks' | 'readReferences'
>;

/**
 * Ranks files for a task and finds links between files. Each question starts reading the files that are not known yet;
 * answers are empty until all are.
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
  async rank(wanted: RankingWanted): Promise<FilesRanked | undefined> {
    const ranked = await this.#inTurn(() => this.#engine.rankFiles(wanted));
    this.learn(ranked?.progress);
    return ranked;
  }

  /** Waits until all files are read, or the user stops the reading. */
  rankAll(wanted: RankingWanted): Promise<FilesRanked> {
    return this.whenRead(() => this.rank(wanted));
  }

  windowsOf(task: string, paths: readonly RepoPath[]): Promise<readonly FileWindows[]> {
    return this.#engine.windowsOf(task, paths);
  }

  async linksOf(path: RepoPath): Promise<LinksFound> {
    const found = await this.#engine.linksOf(path);
    this.learn(found.progress);
    return found;
  }

  async related(wanted: RelatedWanted): Promise<RelatedFound> {
    const found = await this.#engine.relatedFiles(wanted);
    this.learn(found.progress);
    return found;
  }

  async all(): Promise<FolderLinks> {
    const found = await this.#engine.folderLinks();
    this.learn(found.progress);
    return found;
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

  /** Stops reading files in the background, or continues. */
  async read(on: boolean): Promise<void> {
    await this.#engine.readReferences(on);
  }
}
