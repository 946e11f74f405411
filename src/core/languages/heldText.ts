/** Text that a file holds in JSON strings: its units and where each is in the file. */
import type { Span } from '../facts/fileFacts';

export interface HeldText {
  readonly text: string;
  /** The span in the file of a span of the text. */
  spanOf(span: Span): Span;
  /** Writes text as a part of such a string. */
  written(text: string): string;
}

const PIECE = /\\u[\da-fA-F]{4}|\\.|[^\\]+|\\/g;

/** Controls other than line feeds are blanks to every grammar. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: ' ', t: '\t', b: ' ', f: ' ' };

/**
 * The text of strings, given with their quotes, in the file's order. Every string ends its line, whether or not it says
 * so.
 */
export function heldText(file: string, strings: readonly Span[]): HeldText {
  const size = strings.reduce((sum, { start, end }) => sum + end - start + 1, 1);
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  const pieces: string[] = [];
  let length = 0;

  function add(piece: string, at: number, written: number): void {
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts[length] = at + (written === piece.length ? unit : 0);
      ends[length] = written === piece.length ? at + unit + 1 : at + written;
      length += 1;
    }
  }

  let end = strings[0]?.start ?? 0;
  for (const [index, span] of strings.entries()) {
    if (index > 0 && pieces.at(-1)?.endsWith('\n') !== true) add('\n', end, 0);
    const isClosed = span.end - span.start > 1 && file[span.end - 1] === '"';
    end = isClosed ? span.end - 1 : span.end;
    let at = span.start + 1;
    for (const [written] of file.slice(at, end).matchAll(PIECE)) {
      add(decoded(written), at, written.length);
      at += written.length;
    }
  }
  starts[length] = end;

  return {
    text: pieces.join(''),
    spanOf(span) {
      const start = starts[span.start] ?? end;
      return { start, end: span.end > span.start ? (ends[span.end - 1] ?? end) : start };
    },
    written: (text) => JSON.stringify(text).slice(1, -1),
  };
}

function decoded(written: string): string {
  if (!written.startsWith('\\') || written.length === 1) return written;
  const [, mark = ''] = written;
  return mark === 'u' && written.length === 6
    ? String.fromCharCode(Number.parseInt(written.slice(2), 16))
    : (ESCAPES[mark] ?? mark);
}
