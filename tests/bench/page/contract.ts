/** The bench's requests to its page and that page's workers. Times are milliseconds. */

/** Time to read a folder and do nothing else: no rules, no decoding, no counting. */
export interface FloorResult {
  readonly walk: number;
  readonly sizes: number;
  readonly read: number;
  /** From the drop to the last byte. */
  readonly total: number;
  readonly files: number;
  readonly bytes: number;
}

/** How files are read: each with a call of its own, or about a megabyte of them as one Blob. */
export type ReadingWay = 'one by one' | 'in batches';

export interface FloorRequest {
  readonly root: FileSystemDirectoryHandle;
  readonly way: ReadingWay;
  /** Paths of files and folders to skip, as Strata skips them. */
  readonly skipped: readonly string[];
}

export interface CountRequest {
  /** Address of a JSON file with a list of texts. */
  readonly corpus: string;
  /** Address of the vocabulary, for the counter that needs one. */
  readonly vocabulary: string;
}

export interface CountResult {
  readonly tokens: number;
  readonly bytes: number;
  /** The first pass over the texts in a new worker, and the best of the passes after it. */
  readonly cold: number;
  readonly warm: number;
}

export type CounterName = 'strata' | 'gpt-tokenizer';

export interface BenchPage {
  /** Reads the next folder that is dropped. */
  floor(skipped: readonly string[], way: ReadingWay): Promise<FloorResult>;
  count(counter: CounterName, request: CountRequest): Promise<CountResult>;
}
