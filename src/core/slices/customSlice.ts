/** Lines that were picked of a file, as they are stored: inside the app, and in files that leave it. */
import * as v from 'valibot';

/** Lines of a file, 1-based, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Lines (1-based, inclusive) of a file, with what finds them again after edits. */
export interface CustomSlice extends LineRange {
  readonly tag: string | undefined;
  readonly comment: string | undefined;
  /** SHA-256 of the lines without their trailing blanks, joined by LF; other tools hash them as they are. */
  readonly contentHash: string | undefined;
  /** Up to three lines before and three after. */
  readonly anchorLines: readonly string[] | undefined;
  /** How many of them come before. */
  readonly anchorBefore: number | undefined;
  /** Of the file. */
  readonly totalLines: number | undefined;
  /** Dotted path of the symbol that these lines are, where they are exactly one. */
  readonly symbol: string | undefined;
  /** Hash of the content that the slice was made from. */
  readonly fileHash: string | undefined;
  /** See `lineCodes.ts`. */
  readonly lineHashes: string | undefined;
  /** Keys of a newer or foreign format, as they came. */
  readonly unknown: UnknownKeys;
}

/** Lines that are to become a slice. */
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

export function unknownKeys(data: UnknownKeys, schema: { readonly entries: object }): UnknownKeys {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !Object.hasOwn(schema.entries, key)));
}

/** Without the keys that have no value. */
export function given(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
