/** A text as it is rendered, hashed and counted. `nuls` is the number of NULs it had. */
export interface NormalizedText {
  readonly text: string;
  readonly nuls: number;
}

/** Turns CRLF and lone CR into LF, and NULs and lone surrogates into U+FFFD. */
export function normalizeText(text: string): NormalizedText {
  const wellFormed = normalizeLineEnds(text).toWellFormed();
  if (!wellFormed.includes('\0')) return { text: wellFormed, nuls: 0 };
  const pieces = wellFormed.split('\0');
  return { text: pieces.join('\ufffd'), nuls: pieces.length - 1 };
}

/** Turns CRLF and lone CR into LF. */
export function normalizeLineEnds(text: string): string {
  if (!text.includes('\r')) return text;
  const withoutCrLf = text.replaceAll('\r\n', '\n');
  return withoutCrLf.includes('\r') ? withoutCrLf.replaceAll('\r', '\n') : withoutCrLf;
}

/** Counts the lines of a text with LF line ends. A last line without an LF counts, and an empty text has no lines. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}
