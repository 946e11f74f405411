/** Makes a Markdown text a part of a block: its headings and rules are smaller than those of the document. */
import type { Node } from 'commonmark';
import { fenceFor } from './fence';
import { NO_INTERRUPTION, closingLines, parseBlocks, readings, withoutDepth } from './openMarkdown';
import { closedText } from './textSection';

/** Sections and blocks have headings above this level. */
const TOP_LEVEL = 4;

/** A change may make a line a heading that was part of a paragraph before. */
const MOST_ROUNDS = 4;

/**
 * The text with headings from level 4 on, rules that are no separators, and open fences and HTML blocks closed, in every reading of
 * it. Other lines stay as written. A text for which that fails becomes a fenced block.
 */
export function insetMarkdown(text: string): string {
  let inset = closedText(text);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = topLines(inset);
    if (found.size === 0 && closingLines(inset).length === 0) return inset;
    inset = closedText(changed(inset, found));
  }
  const fence = fenceFor(inset);
  return `${fence}text\n${inset}\n${fence}`;
}

interface TopLine {
  /** `lazy`: it belongs to a paragraph of a list or quote, but some readers take it for an underline. */
  readonly kind: 'heading' | 'underlined' | 'rule' | 'lazy';
  /** Zero-based line of the marks. */
  readonly line: number;
}

/** A line that may be a heading, an underline of one, or a rule. */
const SUSPECT = /^[ \t>*+\-.)\d]*[#=-]/m;

/** The marks that the document has for itself, by their place. */
function topLines(text: string): ReadonlyMap<number, TopLine['kind']> {
  const found = new Map<number, TopLine['kind']>();
  if (!SUSPECT.test(text)) return found;
  const lines = text.split('\n');
  for (const reading of readings(withoutDepth(text))) {
    const lineOf = linesOf(reading, lines);
    for (const { kind, line } of topMarks(parseBlocks(reading), reading.split('\n'))) {
      const at = lineOf(line);
      const isKnown = kind === 'lazy' && found.has(at);
      if (!isKnown && (kind !== 'rule' || lines[at]?.includes('-') === true)) found.set(at, kind);
    }
  }
  return found;
}

function* topMarks(root: Node, lines: readonly string[]): Iterable<TopLine> {
  const walker = root.walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering || !MARKED.has(node.type)) continue;
    const [[start], [end]] = node.sourcepos;
    if (node.type === 'paragraph') yield* lazyMarks(lines, { start, end });
    else if (node.type === 'thematic_break') yield { kind: 'rule', line: start - 1 };
    else if (end > start) yield { kind: 'underlined', line: end - 1 };
    else if (node.level < TOP_LEVEL) yield { kind: 'heading', line: start - 1 };
  }
}

/** Marks in a paragraph that only some readers see: `marked` wants any blank behind `#`, and an underline anywhere. */
function* lazyMarks(
  lines: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): Iterable<TopLine> {
  for (let line = start - 1; line < end; line += 1) {
    const text = lines[line] ?? '';
    if (/^[ \t>*+\-.)\d]*#{1,3}(?=[^\S \t])/.test(text)) yield { kind: 'heading', line };
    if (line >= start && /^[ \t]*(?:=+|-+)[ \t]*$/.test(text)) yield { kind: 'lazy', line };
  }
}

const MARKED: ReadonlySet<Node['type']> = new Set(['heading', 'thematic_break', 'paragraph']);

/** From the lines of a reading to those of the text. */
function linesOf(reading: string, lines: readonly string[]): (line: number) => number {
  if (reading.split('\n').length === lines.length) return (line) => line;
  const places = lines.flatMap((line, at) => (interrupts(line) ? [at, at] : [at]));
  return (line) => places[line] ?? line;
}

function interrupts(line: string): boolean {
  return line.search(NO_INTERRUPTION) === 0;
}

function changed(text: string, found: ReadonlyMap<number, TopLine['kind']>): string {
  const lines = text.split('\n');
  for (const [at, kind] of found) {
    const line = lines[at] ?? '';
    if (kind === 'heading') lines[at] = line.replace(/#{1,6}(?=\s|$)/, (marks) => demoted(marks.length));
    else if (kind === 'rule') lines[at] = line.replaceAll('-', '*');
    else if (
      kind === 'underlined' &&
      isPlain(lines[at - 2]) &&
      isPlainLine(lines[at - 1]) &&
      /^ {0,3}[=-]/.test(line)
    ) {
      lines[at - 1] = `${demoted(line.includes('=') ? 1 : 2)} ${lines[at - 1]?.trim()}`;
      lines[at] = '';
    } else lines[at] = line.replace(/[=-](?=[=-]*[ \t]*$)/, '\\$&');
  }
  return lines.join('\n');
}

function demoted(level: number): string {
  return '#'.repeat(Math.min(level + TOP_LEVEL - 1, 6));
}

function isPlain(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Whether it can become a heading by marks in front of it. */
function isPlainLine(line: string | undefined): boolean {
  return line !== undefined && /^ {0,3}[\p{L}\p{N}*_[`(]/u.test(line) && !/#\s*$/.test(line);
}
