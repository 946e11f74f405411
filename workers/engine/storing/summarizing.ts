/** The engine's handling of summaries: lets one job at a time make them, stores them, and reports them to the app. */
import type { ViewRequest } from '../../../src/core/views/viewRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SummaryEntry } from '../../../src/core/summaries/entry';
import { needsFacts } from '../../../src/core/views/registry';
import type { SummaryNews, SummaryShelf } from '../../compute/contract';
import type { SummaryStore } from '../../caches/summaryStore';
import type { KeptSummary } from '../contract';
import type { Outbox } from '../outbox';

export interface Summarizing {
  /** Undefined while saving summaries is off. */
  readonly shelf: SummaryShelf;
  setKeeping(keep: boolean): void;
  /**
   * Runs a job that may summarize these files after all earlier jobs on them, so that it finds their stored summaries and no
   * file is summarized twice. Stores the summaries that `newsIn` returns (in file order) and reports them to the app.
   */
  inTurn<T>(
    files: readonly FileInTurn[],
    job: () => Promise<T>,
    newsIn?: (result: T) => readonly (SummaryNews | undefined)[],
  ): Promise<T>;
  /** Instructions for the worker on a file in its turn. */
  mark(path: RepoPath): { readonly unsummarized?: true };
  list(): Promise<readonly KeptSummary[]>;
  put(entries: readonly SummaryEntry[]): Promise<boolean>;
  /** Forgets files that are no longer in the folder; for a model's summaries, only after a while. */
  keepOnly(isListed: (path: RepoPath) => boolean): Promise<void>;
}

export interface FileInTurn {
  readonly path: RepoPath;
  readonly views: readonly ViewRequest[];
}

export interface SummarizingParts {
  readonly workspaceId: string;
  readonly keepSummaries: boolean;
  readonly store: SummaryStore;
  readonly outbox: Outbox;
}

export function createSummarizing({
  workspaceId,
  keepSummaries,
  store,
  outbox,
}: SummarizingParts): Summarizing {
  const lastByPath = new Map<RepoPath, Promise<void>>();
  let keeping = keepSummaries;
  let listing: Promise<void> | undefined;
  /** Files with a stored summary by rules, now or earlier. */
  let summarized: Set<RepoPath> | undefined;

  async function list(): Promise<readonly KeptSummary[]> {
    const kept = await store.list(workspaceId);
    const byRules = kept.filter(({ written }) => written === '');
    summarized = new Set([...(summarized ?? []), ...byRules.map(({ path }) => path)]);
    return kept;
  }

  async function keep(
    files: readonly FileInTurn[],
    news: readonly (SummaryNews | undefined)[],
  ): Promise<void> {
    const made = news.flatMap((one) => one?.made ?? []);
    const isStored = keeping && made.length > 0 && (await store.put(workspaceId, made));
    const told = files.flatMap(({ path }, at) => {
      const hash = news[at]?.kept ?? (isStored ? news[at]?.made?.file_hash : undefined);
      return hash === undefined ? [] : [{ path, hash }];
    });
    for (const { path } of told) summarized?.add(path);
    if (told.length > 0) outbox.send({ kind: 'summaries-kept', files: told });
  }

  return {
    get shelf() {
      return keeping ? workspaceId : undefined;
    },
    setKeeping(keep) {
      keeping = keep;
    },
    async inTurn(files, job, newsIn) {
      const paths = files.filter(({ views }) => views.some(needsFacts)).map(({ path }) => path);
      if (paths.length === 0) return job();
      let finish: () => void = () => undefined;
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const before = paths.flatMap((path) => lastByPath.get(path) ?? []);
      for (const path of paths) lastByPath.set(path, done);
      await Promise.all([...before, (listing ??= list().then(() => undefined))]);
      try {
        const result = await job();
        if (newsIn !== undefined) await keep(files, newsIn(result));
        return result;
      } finally {
        finish();
        for (const path of paths) if (lastByPath.get(path) === done) lastByPath.delete(path);
      }
    },
    mark: (path) => (summarized === undefined || summarized.has(path) ? {} : { unsummarized: true }),
    list,
    put: (entries) => (keeping ? store.put(workspaceId, entries) : Promise.resolve(false)),
    keepOnly: (isListed) => (keeping ? store.keepOnly(workspaceId, isListed) : Promise.resolve()),
  };
}
