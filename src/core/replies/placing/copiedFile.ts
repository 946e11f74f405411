/** Whole files that were copied from a rendered chat. */
import { countOf, decoded, DECODINGS } from '../decodings';
import { pathInComment } from '../reading/pathLine';
import { collapseLine, indentOf } from './foldLine';

/**
 * The lines as they were before copying. A decoding counts as proven if it gives more lines that the file has than there are lines
 * of the file with such characters.
 */
export function decodedFile(written: readonly string[], base: readonly string[]): readonly string[] {
  const known = new Set(base);
  const decodedLines = DECODINGS.reduce((lines, decoding) => {
    const changed = lines.filter((line) => countOf(line, decoding) > 0);
    const own = changed.filter((line) => known.has(line)).length;
    const restored = changed.filter((line) => !known.has(line) && known.has(decoded(line, decoding))).length;
    if (restored <= own) return lines;
    return lines.map((line) => (known.has(line) ? line : decoded(line, decoding)));
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
  const kept = filled.filter((line) => known.has(line) && indentOf(line) !== '');
  const isMuch = respaced.length >= filled.length * MIN_SHARE || respaced.length > kept.length;
  return (respaced.length >= MIN_RESPACED && isMuch) || isTrimmed(written, base);
}

const MIN_RESPACED = 3;
const MIN_SHARE = 0.2;

/** Whether none of the file's lines that end with blanks has kept them, and some are there without. */
function isTrimmed(written: readonly string[], base: readonly string[]): boolean {
  const blankEnded = base.filter((line) => line !== line.trimEnd());
  if (blankEnded.length === 0 || written.some((line) => line !== line.trimEnd())) return false;
  const lines = new Set(written);
  return blankEnded.some((line) => line.trim() !== '' && lines.has(line.trimEnd()));
}
