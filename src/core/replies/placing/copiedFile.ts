/** Whole files that were copied from a rendered chat. */
import { countOf, decoded, DECODINGS } from '../decodings';
import { pathInComment } from '../reading/pathLine';
import { collapseLine } from './foldLine';

/**
 * The lines as they were before copying. A decoding counts as proven if it gives lines that the file has, and if no line
 * of the file has such characters itself.
 */
export function decodedFile(written: readonly string[], base: readonly string[]): readonly string[] {
  const known = new Set(base);
  const decodedLines = DECODINGS.reduce((lines, decoding) => {
    const changed = lines.filter((line) => countOf(line, decoding) > 0);
    const isProven =
      changed.some((line) => !known.has(line) && known.has(decoded(line, decoding))) &&
      !changed.some((line) => known.has(line));
    return isProven ? lines.map((line) => decoded(line, decoding)) : lines;
  }, written);
  return withoutName(decodedLines, base);
}

/** Models put the path of a file into a comment above it, which is no part of it unless nothing else is new. */
function withoutName(written: readonly string[], base: readonly string[]): readonly string[] {
  const [first = '', ...others] = written;
  if (pathInComment(first) === undefined || base.includes(first)) return written;
  const rest = others[0] === '' && base[0] !== '' ? others.slice(1) : others;
  const isAllThatIsNew = rest.length === base.length && rest.every((line, at) => line === base[at]);
  return isAllThatIsNew ? written : rest;
}

/** Whether so many lines differ from the file's only in white space that copying may have changed them. */
export function isRespaced(written: readonly string[], base: readonly string[]): boolean {
  const known = new Set(base);
  const collapsed = new Set(base.map(collapseLine));
  const filled = written.filter((line) => line.trim() !== '');
  const respaced = filled.filter((line) => !known.has(line) && collapsed.has(collapseLine(line)));
  return respaced.length >= MIN_RESPACED && respaced.length >= filled.length * MIN_SHARE;
}

const MIN_RESPACED = 3;
const MIN_SHARE = 0.2;
