/** How lines that an edit adds are written in the file. */
import { countOf, decoded, DECODINGS, isPlain, type Decoding } from '../decodings';
import { foldLine, indentOf } from './foldLine';
import type { IndentMap, LinePair } from './indentMap';

/** Changes that copying has made to the lines of an edit. */
export interface CopyMarks {
  /** The old lines prove that these are needed. */
  readonly proven: readonly Decoding[];
  /** Nothing tells whether these are needed. */
  readonly doubtful: readonly Decoding[];
}

export const NO_MARKS: CopyMarks = { proven: [], doubtful: [] };

/**
 * A decoding is proven if the old lines match only with it. It is doubtful if they contradict each other, or if all
 * characters of its kind may have been changed although no old line has any. `written`: all lines of the edit.
 */
export function copyMarksOf(
  pairs: readonly LinePair[],
  written: readonly string[],
  fileHas: (decoding: Decoding) => boolean,
): CopyMarks {
  const used = DECODINGS.filter((decoding) => written.some((line) => countOf(line, decoding) > 0));
  const marks = used.map((decoding) => ({ decoding, mark: markOf(decoding, { pairs, written, fileHas }) }));
  return {
    proven: marks.flatMap(({ decoding, mark }) => (mark === 'proven' ? [decoding] : [])),
    doubtful: marks.flatMap(({ decoding, mark }) => (mark === 'doubtful' ? [decoding] : [])),
  };
}

interface Evidence {
  readonly pairs: readonly LinePair[];
  readonly written: readonly string[];
  readonly fileHas: (decoding: Decoding) => boolean;
}

function markOf(decoding: Decoding, { pairs, written, fileHas }: Evidence): 'proven' | 'doubtful' | 'absent' {
  const telling = pairs.filter((pair) => countOf(pair.written, decoding) > 0);
  const changed = telling.filter((pair) => countOf(pair.written, decoding) > countOf(pair.present, decoding));
  // A file that has such characters itself may get more of them.
  if (changed.length > 0) {
    // A file that has such characters itself may get more of them, as may a line with a mixture.
    const isMixed = decoding === 'spaces' && written.some((line) => MIXED_INDENT.test(line));
    return changed.length === telling.length && !fileHas(decoding) && !isMixed ? 'proven' : 'doubtful';
  }
  const isUnlike = written.some((line) => isPlain(line, decoding));
  const isExcluded = telling.length > 0 || (isUnlike && !(decoding === 'spaces' && haveRuns(written)));
  // Prose has typographic quotes, but whoever adds an entity mostly adds a tag with it.
  const isUsual = decoding !== 'entities' && fileHas(decoding);
  return isExcluded || isUsual ? 'absent' : 'doubtful';
}

const MIXED_INDENT = /^(?: +\u00a0|\u00a0+ )/;

/** Whether runs of blanks and indentation are of the kind that copying makes, so that single blanks between words tell nothing. */
function haveRuns(written: readonly string[]): boolean {
  return written.some((line) => UNBREAKABLE_RUN.test(line)) && !written.some((line) => PLAIN_RUN.test(line));
}

const UNBREAKABLE_RUN = /^[-+*]?\u00a0|\u00a0{2}/;
const PLAIN_RUN = /^ | {2}/;

/** An added line in the file's style; undefined if its indentation there is unknown. */
export function addedLine(
  text: string,
  decodings: readonly Decoding[],
  indents: IndentMap,
): string | undefined {
  const plain = decodings.reduce((line, decoding) => decoded(line, decoding), text);
  const folded = foldLine(plain);
  if (folded.trim() === '') return plain;
  const indent = indentOf(folded);
  const mapped = indents(indent);
  if (mapped === undefined) return undefined;
  return mapped === indent ? plain : mapped + plain.trimStart();
}
