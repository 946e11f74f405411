/** Everything counted in one encoding. Another encoding counts everything again. */
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { createPackStore, type PackShelf, type PackStore } from '../../caches/packStore';
import { packFiles, unpackFiles, type StoredFile } from './indexPack';
import type { Summarizing } from './summarizing';
import { createViewMeasures, type ViewMeasures } from './viewMeasures';

export interface Counted {
  readonly encoding: TokenEncoding;
  readonly files: PackStore<StoredFile>;
  readonly views: ViewMeasures;
}

/** Places to store things between visits. Without a shelf they are not stored. */
export interface Shelves {
  readonly index?: PackShelf;
  readonly views?: PackShelf;
  /** Doesn't depend on the encoding. */
  readonly references?: PackShelf;
}

export function createCounted(encoding: TokenEncoding, shelves: Shelves, summarizing: Summarizing): Counted {
  return {
    encoding,
    files: createPackStore(shelves.index, { pack: packFiles, unpack: unpackFiles }),
    views: createViewMeasures(shelves.views, () =>
      summarizing.shelf === undefined ? Promise.resolve([]) : summarizing.list(),
    ),
  };
}
