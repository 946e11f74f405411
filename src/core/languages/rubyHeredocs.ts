/**
 * Heredocs within interpolations of heredocs. The grammar loses everything after the first one, so each becomes an
 * ordinary string, and of its lines only the code of their interpolations remains.
 */

/** Deeper nesting is left as it is. */
const MAX_DEPTH = 20;

interface Heredoc {
  /** The line that ends it. */
  readonly name: string;
  /** Whether that line may be indented. */
  readonly isIndented: boolean;
  /** Whether its lines hold no interpolations. */
  readonly isRaw: boolean;
}

/** Returns a text of the same length and with the same lines. Takes linear time. */
export function flattenHeredocs(text: string): string {
  const first = text.indexOf('<<');
  const interpolation = first < 0 ? -1 : text.indexOf('#{', first);
  if (interpolation < 0 || !text.includes('<<', interpolation)) return text;
  const lines = text.split('\n');
  const lastByLine = new Map(lines.map((line, index) => [line.trim(), index]));

  for (let at = 0; at < lines.length;) {
    const opened = openersIn(lines[at] ?? '').filter(({ name }) => (lastByLine.get(name) ?? 0) > at);
    at += 1;
    for (const heredoc of opened) {
      const next = readBody(lines, at, heredoc);
      // If it only looks like a heredoc, the ones after it can't be told.
      if (next === undefined) return lines.join('\n');
      at = next;
    }
  }
  return lines.join('\n');
}

/**
 * Flattens the heredocs in the one whose lines begin at `from`, in place. Returns the line after it; undefined if it
 * does not end.
 */
function readBody(lines: string[], from: number, outer: Heredoc, depth = 0): number | undefined {
  let braces = 0;
  for (let at = from; at < lines.length;) {
    const line = lines[at] ?? '';
    if (braces === 0 && (outer.isIndented ? line.trim() : line) === outer.name) return at + 1;
    at += 1;
    if (outer.isRaw) continue;
    const read = readLine(line, braces);
    lines[at - 1] = read.line;
    braces = read.braces;
    for (const heredoc of read.opened) {
      const next = depth < MAX_DEPTH ? readBody(lines, at, heredoc, depth + 1) : undefined;
      if (next === undefined) return undefined;
      for (const [index, line] of withoutText(lines.slice(at, next), braces > 0).entries())
        lines[at + index] = line;
      at = next;
    }
  }
  return undefined;
}

const OPENER = /<<([~-]?)(?:(["'`])([^"'`\n]{1,100})\2|([A-Z_a-z]\w{0,100}))/;

function heredocOf([, indent, quote, quoted, plain]: RegExpExecArray): Heredoc {
  return { name: quoted ?? plain ?? '', isIndented: indent !== '', isRaw: quote === "'" };
}

function openersIn(line: string): readonly Heredoc[] {
  return [...line.matchAll(new RegExp(OPENER, 'g'))].map(heredocOf);
}

/** A heredoc's name, or what may hide one or a brace: an escape, a string without interpolations. */
const TOKEN = new RegExp(
  String.raw`${OPENER.source}|\\.|"(?:[^"\\#]|\\.|#(?!\{)){0,400}"|'(?:[^'\\]|\\.){0,400}'|#\{|[{}]`,
  'g',
);

interface ReadLine {
  readonly line: string;
  readonly braces: number;
  readonly opened: readonly Heredoc[];
}

/**
 * Reads a line of a heredoc, at whose start this many braces of an interpolation are open. Strings of the same length
 * replace the names of the heredocs that it opens.
 */
function readLine(text: string, open: number): ReadLine {
  let braces = open;
  const opened: Heredoc[] = [];
  let line = '';
  let at = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const { 0: token, index } = found;
    if (token === '#{') braces += 1;
    else if (braces === 0) {
      // Quotation marks in text are no strings.
      if (!token.startsWith('\\')) TOKEN.lastIndex = index + 1;
    } else if (token === '{') braces += 1;
    else if (token === '}') braces -= 1;
    else if (token.startsWith('<<')) {
      opened.push(heredocOf(found));
      line += `${text.slice(at, index)}"${' '.repeat(token.length - 2)}"`;
      at = index + token.length;
    }
  }
  return { line: line + text.slice(at), braces, opened };
}

/** An escape, an interpolation with its code, or any other character of a line. */
const PIECE =
  /\\[^\n]|#\{((?:[^{}"']|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\{[^{}"']*\}){0,2000})\}|[^\n]/g;

/** Blanks all but the code of interpolations, which end with `;` in code. */
function withoutText(lines: readonly string[], isCode: boolean): readonly string[] {
  return lines
    .join('\n')
    .replaceAll(PIECE, (whole, code: string | undefined) => {
      if (code === undefined) return ' '.repeat(whole.length);
      return isCode ? `  ${code};` : whole;
    })
    .split('\n');
}
