import { latestWins } from '../../core/async/latestWins';
import { parentPath, type RepoPath } from '../../core/files/repoPath';
import type { Clock } from '../ports/clock';
import type { FilesRanked, RankedFile } from '../ports/engine';
import type { EngineRun } from '../reading/engineRun.svelte';

export interface TaskRankingParts {
  /** Resolves to undefined if a newer ranking has replaced it. */
  rank(): Promise<FilesRanked | undefined>;
  hasTask(): boolean;
  readonly run: Pick<EngineRun, 'busy' | 'guarded'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Debounce, in milliseconds. */
const PAUSE = 400;

/** The files ranked for the task, kept up to date while there are users. */
export class TaskRanking {
  readonly #parts: TaskRankingParts;
  readonly #begin = latestWins();
  #stopWaiting: () => void = () => undefined;
  #users = 0;
  /** True if something has changed since the last ranking began. */
  #isDue = true;
  #files = $state.raw<readonly RankedFile[] | undefined>();

  /** The rank of each file, from 0 for the most likely. A folder has the rank of its best file. */
  readonly places: ReadonlyMap<string, number> = $derived(placesOf(this.files ?? []));

  constructor(parts: TaskRankingParts) {
    this.#parts = parts;
  }

  get hasTask(): boolean {
    return this.#parts.hasTask();
  }

  /** Most likely first. Keeps the last ranking while a new one runs; undefined until the first. */
  get files(): readonly RankedFile[] | undefined {
    return this.#files;
  }

  /** Keeps the ranking up to date until the returned function is called. */
  use(): () => void {
    this.#users += 1;
    void this.#rank();
    return () => {
      this.#users -= 1;
    };
  }

  /** Marks the ranking as stale, and ranks again after a debounce. */
  changed(): void {
    this.#isDue = true;
    this.#stopWaiting();
    if (!this.hasTask) {
      this.#begin();
      this.#files = undefined;
    } else if (this.#users > 0) this.#stopWaiting = this.#parts.clock.after(PAUSE, () => void this.#rank());
  }

  async #rank(): Promise<void> {
    const { run } = this.#parts;
    // The end of a run triggers another attempt.
    if (!this.#isDue || this.#users === 0 || !this.hasTask || run.busy) return;
    this.#isDue = false;
    const isLatest = this.#begin();
    const succeeded = await run.guarded(async () => {
      const ranked = await this.#parts.rank();
      if (!isLatest()) return;
      // Progress in reading triggers another attempt.
      if (ranked === undefined || ranked.progress.state === 'reading') this.#isDue = true;
      else this.#files = ranked.files;
    });
    if (!succeeded && isLatest()) this.#isDue = true;
  }
}

function placesOf(files: readonly RankedFile[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, { path }] of files.entries())
    for (let at: RepoPath | undefined = path; at !== undefined && !places.has(at); at = parentPath(at))
      places.set(at, place);
  return places;
}
