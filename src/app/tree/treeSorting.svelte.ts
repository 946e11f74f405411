import type { FolderSums } from './treeNode';
import { BY_NAME, type Sorting, type TreeSort } from './treeOrder';

/** Ranks files and folders for the task; see `TaskRanking`. Reactive. */
export interface LikelyOrder {
  readonly hasTask: boolean;
  readonly places: ReadonlyMap<string, number>;
  use(): () => void;
}

interface SortingSource {
  likely(): LikelyOrder;
  /** The sums of the whole tree. */
  sums(): FolderSums;
  /** How many runs of the engine have ended; reactive. */
  endedRuns(): number;
  /** Increases when the sums may have changed; reactive. */
  revision(): number;
}

/** While files are counted, rows sorted by tokens move only after this share of the files has new counts. */
const REORDER_SHARE = 0.1;

/** Holds the tree's sort order, and limits how often rows move. */
export class TreeSorting {
  readonly #source: SortingSource;
  #by = $state<TreeSort>('name');
  /** The number of counted files at the last sort. */
  #sortedAt = 0;
  #stopLikely: () => void = () => undefined;

  /** Changes when rows sorted by tokens should move. */
  readonly #round = $derived.by(() => {
    if (this.#by !== 'tokens') return '';
    void this.#source.revision();
    const { counted, files } = this.#source.sums();
    if (Math.abs(counted - this.#sortedAt) > files * REORDER_SHARE) this.#sortedAt = counted;
    return `${this.#source.endedRuns()} ${this.#sortedAt}`;
  });

  /** The same object until rows should move. */
  readonly now: Sorting = $derived.by(() => {
    void this.#round;
    if (this.#by === 'likely') return { by: 'likely', places: this.#source.likely().places };
    return this.#by === 'name' ? BY_NAME : { by: 'tokens' };
  });

  constructor(source: SortingSource) {
    this.#source = source;
  }

  get by(): TreeSort {
    return this.#by;
  }

  set(by: TreeSort): void {
    this.#sortedAt = this.#source.sums().counted;
    this.#by = by;
    this.#stopLikely();
    this.#stopLikely = by === 'likely' ? this.#source.likely().use() : () => undefined;
  }
}
