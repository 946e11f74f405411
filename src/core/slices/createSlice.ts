import type { CustomSlice, SliceRequest } from './customSlice';
import { lineCode, writeLineCodes } from './lineCodes';
import { withoutTrailingBlanks } from './lineIndex';
import { symbolAt, type SymbolLines } from './symbolLines';
import { hashLines } from './textHash';

/** A file as slices are created from it and found in it. */
export interface SlicedFile {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** Hash of the whole content. */
  readonly fileHash?: string | undefined;
  /** In source order. */
  readonly symbols?: readonly SymbolLines[] | undefined;
}

/** Number of lines stored from before a slice, and from after it. */
export const ANCHORS_PER_SIDE = 3;

/**
 * Creates a slice of these lines with everything needed to find it again after edits. Lines beyond the end of the file
 * are dropped.
 */
export function createSlice(
  { lines, fileHash, symbols = [] }: SlicedFile,
  { startLine: first, endLine: last, tag, comment }: SliceRequest,
): CustomSlice {
  const startLine = Math.max(1, Math.min(first, lines.length));
  const endLine = Math.max(startLine, Math.min(last, lines.length));
  const text = lines.slice(startLine - 1, endLine);
  const before = lines.slice(Math.max(0, startLine - 1 - ANCHORS_PER_SIDE), startLine - 1);
  return {
    startLine,
    endLine,
    tag,
    comment,
    contentHash: hashLines(text),
    anchorLines: [...before, ...lines.slice(endLine, endLine + ANCHORS_PER_SIDE)],
    anchorBefore: before.length,
    totalLines: lines.length,
    symbol: symbolAt(symbols, { startLine, endLine }),
    fileHash,
    lineHashes: writeLineCodes(text.map((line) => lineCode(withoutTrailingBlanks(line)))),
    unknown: {},
  };
}
