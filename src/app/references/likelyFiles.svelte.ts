import type { RepoPath } from '../../core/files/repoPath';
import { besideTests, type TestedFile } from '../../core/ranking/besideTests';
import type { Composition } from '../composition/composition.svelte';
import type { Clock } from '../ports/clock';
import type { RankedFile, RankingWanted } from '../ports/engine';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { References } from './references';
import { TaskRanking } from './taskRanking.svelte';

interface LikelySource {
  readonly references: Pick<References, 'rank' | 'rankAll' | 'watch'>;
  readonly composition: Pick<Composition, 'changed' | 'item' | 'options' | 'paths'>;
  readonly run: Pick<EngineRun, 'busy' | 'guarded'>;
}

/** The maximum number of suggestions. */
const MOST_LISTED = 60;
/** The number of files that the tree sorts by likelihood; the others follow by name. */
const MOST_ORDERED = 1_000;
/** Shorter tasks are too vague to rank by. UTF-16 units. */
const SHORTEST_TASK = 3;

/** The files that the user may want for the task. */
export class LikelyFiles {
  readonly #source: LikelySource;
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
      rank: () =>
        source.references.rank(this.#wanted(MOST_LISTED + source.composition.paths.length, this.#dismissed)),
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

  /**
   * Files with a reason that are not dismissed, next to their tests; at least one of a group is not selected. Undefined
   * until the first ranking.
   */
  get groups(): readonly TestedFile<RankedFile>[] | undefined {
    const related = this.#related;
    return (
      related && besideTests(related).filter(({ file, tests }) => ![file, ...tests].every(this.#isSelected))
    );
  }

  /** The selected files that have a reason, most likely first. */
  get selected(): readonly RankedFile[] {
    return this.#related?.filter(this.#isSelected) ?? [];
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
    const excluded = [...this.#source.composition.paths, ...this.#dismissed];
    return (await this.#source.references.rankAll(this.#wanted(limit, excluded))).files;
  }

  readonly #isSelected = ({ path }: RankedFile): boolean => this.#source.composition.item(path) !== undefined;

  get #related(): readonly RankedFile[] | undefined {
    return this.list.files?.filter(
      ({ path, reasons }) => reasons.length > 0 && !this.#dismissed.includes(path),
    );
  }

  #changed(): void {
    this.list.changed();
    this.order.changed();
  }

  #wanted(limit: number, excluded: readonly RepoPath[]): RankingWanted {
    const { options, paths } = this.#source.composition;
    return { task: options.task, selected: paths, excluded, limit };
  }
}
