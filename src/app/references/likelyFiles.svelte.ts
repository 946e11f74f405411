import type { RepoPath } from '../../core/files/repoPath';
import type { Composition } from '../composition/composition.svelte';
import type { Clock, RankedFile, RankingWanted } from '../ports';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { References } from './references';
import { TaskRanking } from './taskRanking.svelte';

interface LikelySource {
  readonly references: Pick<References, 'rank' | 'rankAll' | 'watch'>;
  readonly composition: Pick<Composition, 'changed' | 'item' | 'options' | 'paths'>;
  readonly run: Pick<EngineRun, 'busy' | 'guarded'>;
}

/** The maximum length of the list. */
const MOST_LISTED = 60;
/** The number of files that the tree sorts by likelihood; the others follow by name. */
const MOST_ORDERED = 1_000;
/** Shorter tasks are too vague to rank by. UTF-16 units. */
const SHORTEST_TASK = 3;

/** The files that the user may want for the task. */
export class LikelyFiles {
  readonly #source: LikelySource;
  /** Suggestions to select. Excludes selected files. */
  readonly list: TaskRanking;
  /** All files, for the tree: selecting a file must not move its row. */
  readonly order: TaskRanking;
  #dismissed = $state.raw<readonly RepoPath[]>([]);

  readonly hasTask: boolean = $derived.by(
    () => this.#source.composition.options.task.trim().length >= SHORTEST_TASK,
  );

  constructor(source: LikelySource, clock: Pick<Clock, 'after'>) {
    this.#source = source;
    const parts = { run: source.run, clock, hasTask: () => this.hasTask };
    this.list = new TaskRanking({
      ...parts,
      rank: () => source.references.rank(this.#toSelect(MOST_LISTED)),
    });
    this.order = new TaskRanking({
      ...parts,
      rank: () => source.references.rank(this.#wanted(MOST_ORDERED, this.#dismissed)),
    });
    source.references.watch(() => this.#changed());
    source.composition.changed.subscribe(({ change: { items, options } }) => {
      if (options !== undefined && 'task' in options) this.#changed();
      else if (items !== undefined && items.size > 0) this.list.changed();
    });
  }

  /** Suggestions with a reason that are neither selected nor dismissed. Undefined until the first ranking. */
  get files(): readonly RankedFile[] | undefined {
    const { composition } = this.#source;
    return this.list.files?.filter(
      ({ path, reasons }) =>
        reasons.length > 0 && composition.item(path) === undefined && !this.#dismissed.includes(path),
    );
  }

  /** The files that the user has dismissed since the folder was opened. */
  get dismissedPaths(): readonly RepoPath[] {
    return this.#dismissed;
  }

  /** Keeps a file out of the list for every task until `bringBack`. */
  dismiss(path: RepoPath): void {
    this.#dismissed = [...this.#dismissed, path];
    this.#changed();
  }

  bringBack(): void {
    this.#dismissed = [];
    this.#changed();
  }

  /** The most likely files that are not selected, once all files are read. */
  async suggest(limit: number): Promise<readonly RankedFile[]> {
    return (await this.#source.references.rankAll(this.#toSelect(limit))).files;
  }

  #changed(): void {
    this.list.changed();
    this.order.changed();
  }

  #toSelect(limit: number): RankingWanted {
    return this.#wanted(limit, [...this.#source.composition.paths, ...this.#dismissed]);
  }

  #wanted(limit: number, excluded: readonly RepoPath[]): RankingWanted {
    const { options, paths } = this.#source.composition;
    return { task: options.task, selected: paths, excluded, limit };
  }
}
