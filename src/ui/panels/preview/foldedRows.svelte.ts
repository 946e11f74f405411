import type { DocumentBlock } from '../../../app/document/documentBlock';
import {
  blockAtRow,
  buildLineMap,
  carryRow,
  keyOfRow,
  NO_FOLDS,
  rowOfKey,
  rowOfLine,
  withFold,
  type Folds,
  type FoldTarget,
  type LineMap,
} from '../../../core/document/lineMap';
import type { RowKeys } from '../../shared/rowHeights';

/** The rows of the document with the user's folds, and the row at the top edge. */
export class FoldedRows {
  readonly #blocks: () => readonly DocumentBlock[];
  #folds = $state.raw<Folds>(NO_FOLDS);
  #lastMap: LineMap | undefined;
  readonly #map = $derived.by(
    () => (this.#lastMap = buildLineMap(this.#blocks(), this.#folds, this.#lastMap)),
  );
  /** For the list, which measures rows. */
  readonly keys: RowKeys = $derived.by(() => {
    const map = this.#map;
    return {
      count: map.rows,
      keyOf: (row) => keyOfRow(map, row),
      indexOf: (key) => rowOfKey(map, key),
    };
  });
  /** The row at the top edge, and the line map it was scrolled to in. */
  #place = $state.raw<{ readonly map: LineMap; readonly row: number } | undefined>();
  /** Keeps the text in view in place when the document or the folds change. */
  readonly #scrollRow = $derived.by(() => {
    const place = this.#place;
    if (place === undefined) return 0;
    return place.map === this.#map ? place.row : carryRow(place.map, this.#map, place.row);
  });

  constructor(blocks: () => readonly DocumentBlock[]) {
    this.#blocks = blocks;
  }

  get map(): LineMap {
    return this.#map;
  }

  get scrollRow(): number {
    return this.#scrollRow;
  }

  set scrollRow(row: number) {
    this.#place = { map: this.#map, row };
  }

  /** The block at the top edge. */
  get current(): DocumentBlock | undefined {
    return this.#blocks()[blockAtRow(this.#map, Math.floor(this.#scrollRow))];
  }

  /** The row that shows a line, or the fold that hides it. Undefined if the block is gone. */
  rowOf(key: string, line: number): number | undefined {
    const block = this.#map.indexOf(key);
    return block === undefined ? undefined : rowOfLine(this.#map, block, line);
  }

  /** Unfolds a block. Returns its index, undefined if the block is gone. */
  unfold(key: string): number | undefined {
    const index = this.#map.indexOf(key);
    const block = index === undefined ? undefined : this.#blocks()[index];
    if (block === undefined) return undefined;
    this.set({ kind: 'section', section: block.section }, false);
    this.set({ kind: 'block', key }, false);
    return index;
  }

  set(target: FoldTarget, folded: boolean): void {
    this.#folds = withFold(this.#folds, target, folded);
  }

  foldAll(): void {
    this.#folds = { blocks: new Set(this.#blocks().map(({ key }) => key)), sections: this.#folds.sections };
  }

  unfoldAll(): void {
    this.#folds = NO_FOLDS;
  }
}
