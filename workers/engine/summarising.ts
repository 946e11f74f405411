/** What the engine has to do with summaries: where they are kept, who makes them first, who is told. */
import type { ViewRequest } from '../../src/core/compose/block';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import { needsFacts } from '../../src/core/views/registry';
import type { SummaryShelf } from '../compute/contract';
import type { SummaryStore } from '../compute/summaryStore';
import type { KeptSummary } from './contract';
import type { Outbox } from './outbox';

export interface Summarising {
  /** Undefined while nothing is to be kept. */
  readonly shelf: SummaryShelf;
  setKeeping(keep: boolean): void;
  /**
   * Runs a job that may summarise these files after all begun before it that may: it finds there what they have kept,
   * and no file is summarised twice.
   */
  inTurn<T>(files: readonly FileInTurn[], job: () => Promise<T>): Promise<T>;
  /** Tells the app of what a job says is kept now. */
  tell(files: readonly { readonly path: RepoPath; readonly kept: ContentHash | undefined }[]): void;
  list(): Promise<readonly KeptSummary[]>;
  put(entries: readonly SummaryEntry[]): Promise<boolean>;
}

export interface FileInTurn {
  readonly path: RepoPath;
  readonly views: readonly ViewRequest[];
}

export interface SummarisingParts {
  readonly workspaceId: string;
  readonly keepSummaries: boolean;
  readonly store: SummaryStore;
  readonly outbox: Outbox;
}

export function createSummarising({
  workspaceId,
  keepSummaries,
  store,
  outbox,
}: SummarisingParts): Summarising {
  const lastByPath = new Map<RepoPath, Promise<void>>();
  let keeping = keepSummaries;

  return {
    get shelf() {
      return keeping ? workspaceId : undefined;
    },
    setKeeping(keep) {
      keeping = keep;
    },
    async inTurn(files, job) {
      const paths = files.filter(({ views }) => views.some(needsFacts)).map(({ path }) => path);
      if (paths.length === 0) return job();
      let finish: () => void = () => undefined;
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const before = paths.flatMap((path) => lastByPath.get(path) ?? []);
      for (const path of paths) lastByPath.set(path, done);
      await Promise.all(before);
      try {
        return await job();
      } finally {
        finish();
        for (const path of paths) if (lastByPath.get(path) === done) lastByPath.delete(path);
      }
    },
    tell(files) {
      const kept = files.flatMap(({ path, kept: hash }) => (hash === undefined ? [] : [{ path, hash }]));
      if (kept.length > 0) outbox.send({ kind: 'summaries-kept', files: kept });
    },
    list: () => store.list(workspaceId),
    put: (entries) => (keeping ? store.put(workspaceId, entries) : Promise.resolve(false)),
  };
}
