/** Lines selected from a file, as stored in the app and in files that leave it. */
import * as v from 'valibot';

/** Lines of a file, 1-based, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Lines (1-based, inclusive) of a file, with what is needed to find them again after edits. */
export interface CustomSlice extends LineRange {
  readonly tag: string | undefined;
  readonly comment: string | undefined;
  /** SHA-256 of the lines without trailing blanks, joined by LF. Other tools hash the lines unchanged. */
  readonly contentHash: string | undefined;
  /** Up to three lines from before the slice and three from after it. */
  readonly anchorLines: readonly string[] | undefined;
  /** How many of `anchorLines` come from before it. */
  readonly anchorBefore: number | undefined;
  /** Number of lines in the file. */
  readonly totalLines: number | undefined;
  /** Dotted path of the symbol, if the lines are exactly one symbol. */
  readonly symbol: string | undefined;
  /** Hash of the content that the slice was created from. */
  readonly fileHash: string | undefined;
  /** Written by `writeLineCodes`. */
  readonly lineHashes: string | undefined;
  /** Keys of a newer or foreign format, kept unchanged. */
  readonly unknown: UnknownKeys;
}

/** Lines to make a slice of. */
export interface SliceRequest extends LineRange {
  readonly tag?: string | undefined;
  readonly comment?: string | undefined;
}

type UnknownKeys = Readonly<Record<string, unknown>>;

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

export const sliceData = v.looseObject({
  start_line: lineNumber,
  end_line: lineNumber,
  tag: v.nullish(v.string()),
  comment: v.nullish(v.string()),
  content_hash: v.nullish(v.string()),
  anchor_lines: v.nullish(v.array(v.string())),
  anchor_before: v.nullish(lineNumber),
  total_lines: v.nullish(lineNumber),
  symbol: v.nullish(v.string()),
  file_hash: v.nullish(v.string()),
  line_hashes: v.nullish(v.string()),
});

/** Converts stored data, already checked against `sliceData`, to a slice. */
export function sliceFromData(data: v.InferOutput<typeof sliceData>): CustomSlice {
  return {
    startLine: data.start_line,
    endLine: data.end_line,
    tag: data.tag ?? undefined,
    comment: data.comment ?? undefined,
    contentHash: data.content_hash ?? undefined,
    anchorLines: data.anchor_lines ?? undefined,
    anchorBefore: data.anchor_before ?? undefined,
    totalLines: data.total_lines ?? undefined,
    symbol: data.symbol ?? undefined,
    fileHash: data.file_hash ?? undefined,
    lineHashes: data.line_hashes ?? undefined,
    unknown: unknownKeys(data, sliceData),
  };
}

/** Converts a slice to the data to store, without the keys that have no value. */
export function sliceToData(slice: CustomSlice): Readonly<Record<string, unknown>> {
  return {
    start_line: slice.startLine,
    end_line: slice.endLine,
    tag: slice.tag ?? null,
    comment: slice.comment ?? null,
    ...given({
      content_hash: slice.contentHash,
      anchor_lines: slice.anchorLines,
      anchor_before: slice.anchorBefore,
      total_lines: slice.totalLines,
      symbol: slice.symbol,
      file_hash: slice.fileHash,
      line_hashes: slice.lineHashes,
    }),
    ...slice.unknown,
  };
}

/** The keys of `data` that the schema does not define. */
export function unknownKeys(data: UnknownKeys, schema: { readonly entries: object }): UnknownKeys {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !Object.hasOwn(schema.entries, key)));
}

/** Drops the keys that have no value. */
export function given(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
