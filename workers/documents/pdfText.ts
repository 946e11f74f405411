/** The lines and paragraphs of a page, from the pieces of text on it. */

/** As pdf.js gives them. */
interface TextPiece {
  readonly str: string;
  /** Of the line, in points; 0 for blanks between pieces. */
  readonly height: number;
  /** The last two are its place on the page. */
  readonly transform: readonly number[];
  /** Whether a line ends with it. */
  readonly hasEOL: boolean;
}

interface Line {
  text: string;
  /** Of the base line, upwards; undefined before the first piece with text. */
  y: number | undefined;
  height: number;
}

/** The distance of two paragraphs, in heights of a line. Lines of one are 1 to 1.5 apart. */
const PARAGRAPH_GAP = 1.7;

/** Lines as Markdown that shows their text as it is. Empty if the page has no text. */
export function pageText(pieces: readonly TextPiece[]): string {
  const lines: Line[] = [emptyLine()];
  for (const { str, height, transform, hasEOL } of pieces) {
    const line = lines.at(-1) as Line; // there is one
    line.text += str;
    if (str.trim() !== '') {
      line.y ??= transform[5];
      line.height = Math.max(line.height, height);
    }
    if (hasEOL) lines.push(emptyLine());
  }
  let above: Line | undefined;
  const written: string[] = [];
  for (const line of lines) {
    const text = asText(line.text);
    if (text === '') continue;
    if (above !== undefined && isParagraph(above, line)) written.push('');
    written.push(text);
    above = line;
  }
  return written.join('\n');
}

function emptyLine(): Line {
  return { text: '', y: undefined, height: 0 };
}

function isParagraph(above: Line, line: Line): boolean {
  const distance = Math.abs((above.y ?? 0) - (line.y ?? 0));
  return distance > PARAGRAPH_GAP * Math.max(above.height, line.height, 1);
}

/** Without blanks around it, which would make it code, and without starts of headings, fences, HTML, and rules. */
function asText(line: string): string {
  return line
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .replace(/^(?:#{1,6}(?= |$)|`{3}|~{3}|<|>|={1,}$|[-_*](?=[-_* ]*$))/, '\\$&');
}
