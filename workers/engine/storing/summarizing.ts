/** The engine's part in summaries: it stores them, lets one job at a time make them, and tells the app. */
import type { ViewRequest } from '../../../src/core/views/viewRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SummaryEntry } from '../../../src/core/summaries/entry';
import { needsFacts } from '../../../src/core/views/registry';
import type { SummaryNews, SummaryShelf } from '../../compute/contract';
import type { SummaryStore } from '../../caches/summaryStore';
import type { KeptSummary } from '../contract';
import type { Outbox } from '../outbox';

export interface Summarizing {
  /** Undefined while nothing is to be kept. */
  readonly shelf: SummaryShelf;
  setKeeping(keep: boolean): void;
  /**
   * Runs a job that may summarize these files after all begun before it that may: it finds there what they have kept,
   * and no file is summarized twice. What it has made, by `newsIn` in the order of the files, is stored and the app told.
   */
  inTurn<T>(
    files: readonly FileInTurn[],
    job: () => Promise<T>,
    newsIn?: (result: T) => readonly (SummaryNews | undefined)[],
  ): Promise<T>;
  /** Tells a worker about a file whose turn it is. */
  mark(path: RepoPath): { readonly unsummarized?: true };
  list(): Promise<readonly KeptSummary[]>;
  put(entries: readonly SummaryEntry[]): Promise<boolean>;
  /** Forgets files that are no longer in the folder, in time. */
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
  /** Files of which a summary by rules is stored, or was once. */
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
