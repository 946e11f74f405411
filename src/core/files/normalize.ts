/** A text as it is rendered, hashed and counted, with the NULs that were in it. */
export interface NormalizedText {
  readonly text: string;
  readonly nuls: number;
}

/** CRLF and lone CR become LF, NUL becomes U+FFFD, lone surrogates become U+FFFD. */
export function normalizeText(text: string): NormalizedText {
  const wellFormed = normalizeLineEnds(text).toWellFormed();
  if (!wellFormed.includes('\0')) return { text: wellFormed, nuls: 0 };
  const pieces = wellFormed.split('\0');
  return { text: pieces.join('\ufffd'), nuls: pieces.length - 1 };
}

/** CRLF and lone CR become LF. */
export function normalizeLineEnds(text: string): string {
  if (!text.includes('\r')) return text;
  const withoutCrLf = text.replaceAll('\r\n', '\n');
  return withoutCrLf.includes('\r') ? withoutCrLf.replaceAll('\r', '\n') : withoutCrLf;
}

/** Lines of a text with LF ends; a last line without one counts too, an empty text has none. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}
