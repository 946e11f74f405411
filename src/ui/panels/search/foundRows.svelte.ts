import type { FoundFile } from '../../../app/ports/engine';
import { compareRepoPaths, type RepoPath } from '../../../core/files/repoPath';
import type { FoundLine } from '../../../core/search/findLines';
import { rowAtPosition, rowTops, topOf, type RowTops } from '../../shared/rowTops';

/** A row of the list: a file, or a line in it. */
export interface FoundRow {
  readonly file: FoundFile;
  readonly line: FoundLine | undefined;
  readonly isFolded: boolean;
}

interface Layout {
  readonly files: readonly FoundFile[];
  /** The row of each file, and at the end the number of rows. */
  readonly starts: RowTops;
}

interface Place {
  readonly layout: Layout;
  readonly row: number;
}

/** The files found as rows, the active row, and the row at the top edge. Both stay where they are when files are added above. */
export class FoundRows {
  #folded = $state.raw<ReadonlySet<RepoPath>>(new Set());
  readonly #layout: Layout;
  #top = $state.raw<Place | undefined>();
  #active = $state.raw<Place | undefined>();
  readonly #scrollRow: number;
  readonly #activeRow: number;

  constructor(found: () => readonly FoundFile[]) {
    this.#layout = $derived.by(() => {
      const files = found();
      return { files, starts: rowTops(files.length, (at) => this.#rowsOf(files[at])) };
    });
    this.#scrollRow = $derived(this.#now(this.#top));
    this.#activeRow = $derived(this.#now(this.#active));
  }

  get count(): number {
    return topOf(this.#layout.starts, this.#layout.files.length);
  }

  get scrollRow(): number {
    return this.#scrollRow;
  }

  set scrollRow(row: number) {
    this.#top = { layout: this.#layout, row };
  }

  get active(): number {
    return this.#activeRow;
  }

  set active(row: number) {
    this.#active = { layout: this.#layout, row: Math.min(Math.max(0, row), Math.max(0, this.count - 1)) };
  }

  at(row: number): FoundRow | undefined {
    const { files, starts } = this.#layout;
    const at = rowAtPosition(starts, row);
    const file = files[at];
    if (file === undefined || row >= this.count) return undefined;
    const line = file.lines[row - topOf(starts, at) - 1];
    return { file, line, isFolded: this.#folded.has(file.path) };
  }

  /** The row of the file that a row belongs to. */
  fileRow(row: number): number {
    return topOf(this.#layout.starts, rowAtPosition(this.#layout.starts, row));
  }

  fold(path: RepoPath, isFolded: boolean): void {
    const folded = new Set(this.#folded);
    if (isFolded) folded.add(path);
    else folded.delete(path);
    this.#folded = folded;
  }

  /** Begins at the top again, because another search begins. */
  reset(): void {
    this.#folded = new Set();
    this.#top = undefined;
    this.#active = undefined;
  }

  #rowsOf(file: FoundFile | undefined): number {
    return file === undefined || this.#folded.has(file.path) ? 1 : 1 + file.lines.length;
  }

  #now(place: Place | undefined): number {
    if (place === undefined || place.row === 0 || place.layout === this.#layout) return place?.row ?? 0;
    const before = rowAtPosition(place.layout.starts, place.row);
    const path = place.layout.files[before]?.path;
    if (path === undefined) return 0;
    const { files, starts } = this.#layout;
    const at = firstFrom(files, path);
    const within = files[at]?.path === path ? place.row - topOf(place.layout.starts, before) : 0;
    return Math.min(topOf(starts, at) + within, Math.max(topOf(starts, at), topOf(starts, at + 1) - 1));
  }
}

/** Index of the first file at this path, or after it. */
function firstFrom(files: readonly FoundFile[], path: RepoPath): number {
  let [low, high] = [0, files.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const file = files[middle];
    if (file !== undefined && compareRepoPaths(file.path, path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
