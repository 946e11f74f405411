import type { CustomSlice, SliceRequest } from './customSlice';
import { lineCode, writeLineCodes } from './lineCodes';
import { withoutTrailingBlanks } from './lineIndex';
import { symbolAt, type SymbolLines } from './symbolLines';
import { hashLines } from './textHash';

/** A file as slices are made of it and found in it. */
export interface SlicedFile {
  /** Without their line ends. */
  readonly lines: readonly string[];
  /** Of the whole content. */
  readonly fileHash?: string | undefined;
  /** In source order. */
  readonly symbols?: readonly SymbolLines[] | undefined;
}

/** Lines before a slice, and after it, that are stored with it. */
export const ANCHORS_PER_SIDE = 3;

/** A slice of these lines, with all that finds it again after edits. Lines beyond the file are left out. */
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
