/**
 * Finds the headings and paragraphs of a Markdown text by CommonMark's rules for blocks
 * (https://spec.commonmark.org/0.31.2/#appendix-a-parsing-strategy). Reads each line once. A parser of whole documents
 * takes ten times as long and is quadratic for nested lists.
 */
import type { Span } from '../facts/fileFacts';
import { definitionsLength } from './linkDefinitions';

/** `mdx` has no HTML blocks and no indented code, but JSX, expressions, and imports. */
export type MarkdownDialect = 'commonmark' | 'mdx';

/** A block quote or list item. */
export interface MarkdownContainer {
  /** Start of the first line after it. */
  end: number;
}

export interface MarkdownHeading extends Span {
  readonly level: number;
  /** As written, on one line. */
  readonly text: string;
  /** The innermost quote or list item around it. */
  readonly container: MarkdownContainer | undefined;
}

export interface MarkdownBlocks {
  readonly headings: readonly MarkdownHeading[];
  /** The lines of each paragraph, without the marks of quotes and lists. */
  readonly paragraphs: readonly (readonly Span[])[];
}

interface OpenContainer extends MarkdownContainer {
  /** Columns of a list item's marker and the blanks around it; undefined for a quote. */
  readonly indent: number | undefined;
  isEmpty: boolean;
}

interface Paragraph {
  readonly kind: 'paragraph';
  lines: Span[];
}

type Leaf =
  | Paragraph
  | { readonly kind: 'fence'; readonly mark: string }
  | { readonly kind: 'indented' }
  /** Without `until`, it ends at a blank line. */
  | { readonly kind: 'raw'; readonly until: RegExp | undefined };

/** Nobody nests deeper. Each line is compared with all open containers. */
const MAX_NESTING = 100;

/** A longer line is text; only its beginning is examined. */
const LONGEST_MARKUP = 1_000;

const CODE_INDENT = 4;

/** Reads the blocks of a text. Front matter must be cut off. */
export function markdownBlocks(text: string, dialect: MarkdownDialect, from = 0): MarkdownBlocks {
  const reader = new BlockReader(text, dialect);
  for (let start = from; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    reader.readLine(start, end);
    start = end + 1;
  }
  return reader.finish();
}

const THEMATIC_BREAK = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
/** Backticks may not follow a fence of backticks. */
const FENCE = /^(?=`{3,}[^`]*$|~~~)(`+|~+)/;

interface RawStart {
  readonly starts: RegExp;
  readonly until?: RegExp;
  /** Whether it may begin in the middle of a paragraph. */
  readonly interrupts: boolean;
}

const ATTRIBUTE = String.raw`\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:[^"'=<>${'`'}\0- ]+|'[^']*'|"[^"]*"))?`;
const BLOCK_ELEMENTS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** https://spec.commonmark.org/0.31.2/#html-blocks */
const HTML: readonly RawStart[] = [
  {
    starts: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
    until: /<\/(?:script|pre|textarea|style)>/i,
    interrupts: true,
  },
  { starts: /^<!--/, until: /-->/, interrupts: true },
  { starts: /^<\?/, until: /\?>/, interrupts: true },
  { starts: /^<!\[CDATA\[/, until: /\]\]>/, interrupts: true },
  { starts: /^<![A-Za-z]/, until: />/, interrupts: true },
  { starts: new RegExp(String.raw`^</?(?:${BLOCK_ELEMENTS})(?:\s|/?>|$)`, 'i'), interrupts: true },
  {
    starts: new RegExp(String.raw`^<(?:[a-z][a-z\d-]*(?:${ATTRIBUTE})*\s*/?|/[a-z][a-z\d-]*\s*)>\s*$`, 'i'),
    interrupts: false,
  },
];

/** Not parsed as JavaScript: a tag or expression ends with a line that ends like one. */
const JSX: readonly RawStart[] = [
  { starts: /^(?:import|export)\s/, interrupts: false },
  { starts: /^\{\/\*/, until: /\*\//, interrupts: false },
  { starts: /^\{/, until: /\}[ \t]*$/, interrupts: false },
  { starts: /^<[/>A-Za-z](?:[^>]*|.*>[ \t]*)$/, until: />[ \t]*$/, interrupts: false },
];

const RAW_STARTS: Readonly<Record<MarkdownDialect, readonly RawStart[]>> = { commonmark: HTML, mdx: JSX };

/** The first characters of all blocks but paragraphs. */
const MARKUP: Readonly<Record<MarkdownDialect, RegExp>> = {
  commonmark: /[#`~*+_=<>\d-]/,
  mdx: /[#`~*+_=<>\d{ie-]/,
};

class BlockReader {
  readonly #text: string;
  readonly #dialect: MarkdownDialect;
  readonly #headings: MarkdownHeading[] = [];
  readonly #paragraphs: (readonly Span[])[] = [];
  readonly #containers: OpenContainer[] = [];
  #leaf: Leaf | undefined;

  #lineStart = 0;
  #lineEnd = 0;
  /** The rest of the line begins here. A tab may be used up in part, so the column may be in the middle of it. */
  #at = 0;
  #column = 0;
  /** First character of the rest that is not a blank, and its column. */
  #next = 0;
  #nextColumn = 0;

  constructor(text: string, dialect: MarkdownDialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  finish(): MarkdownBlocks {
    this.#closeTo(0, this.#text.length);
    return { headings: this.#headings, paragraphs: this.#paragraphs };
  }

  readLine(start: number, end: number): void {
    this.#lineStart = start;
    this.#lineEnd = end;
    this.#moveTo(start, 0);
    const matched = this.#matchContainers();
    const isInside = matched === this.#containers.length;
    if (isInside && this.#continuesLeaf()) return;

    let paragraph = this.#leaf?.kind === 'paragraph' && !this.#isBlank ? this.#leaf : undefined;
    let depth = matched;
    while (!this.#isBlank && (this.#isIndented || MARKUP[this.#dialect].test(this.#text[this.#next] ?? ''))) {
      const isDirect = isInside && paragraph !== undefined;
      if (!this.#isIndented && this.#readsLeaf(depth, paragraph, isDirect)) return;
      const container = depth < MAX_NESTING ? this.#containerHere(isDirect) : undefined;
      if (container === undefined) {
        if (!this.#isIndented || paragraph !== undefined) break;
        this.#closeTo(depth);
        this.#open({ kind: 'indented' });
        return;
      }
      this.#closeTo(depth);
      this.#open(undefined);
      this.#containers.push(container);
      depth += 1;
      paragraph = undefined;
    }
    const line = { start: this.#next, end };
    if (paragraph !== undefined) {
      paragraph.lines.push(line); // Perhaps lazily, outside the paragraph's containers.
      return;
    }
    this.#closeTo(depth);
    if (!this.#isBlank) this.#open({ kind: 'paragraph', lines: [line] });
  }

  get #isBlank(): boolean {
    return this.#next >= this.#lineEnd;
  }

  get #indent(): number {
    return this.#nextColumn - this.#column;
  }

  get #isIndented(): boolean {
    return this.#dialect === 'commonmark' && this.#indent >= CODE_INDENT;
  }

  /** The line from its first character that is not a blank. The end of a long line is left out. */
  get #rest(): string {
    const end = this.#next + LONGEST_MARKUP;
    return end < this.#lineEnd
      ? `${this.#text.slice(this.#next, end)}…`
      : this.#text.slice(this.#next, this.#lineEnd);
  }

  /** Number of containers that the line belongs to. */
  #matchContainers(): number {
    let matched = 0;
    for (const { indent, isEmpty } of this.#containers) {
      if (indent === undefined) {
        if (!this.#entersQuote()) break;
      } else if (this.#isBlank) {
        if (isEmpty) break;
      } else if (this.#indent >= indent) {
        this.#advanceColumns(indent);
      } else break;
      matched += 1;
    }
    return matched;
  }

  /** Whether the line belongs to an open code or HTML block. */
  #continuesLeaf(): boolean {
    const leaf = this.#leaf;
    switch (leaf?.kind) {
      case undefined:
      case 'paragraph':
        return false;
      case 'fence': {
        const mark = this.#indent < CODE_INDENT && /^(`{3,}|~{3,})[ \t]*$/.exec(this.#rest)?.[1];
        if (mark && mark.startsWith(leaf.mark)) this.#leaf = undefined;
        return true;
      }
      case 'indented':
        return this.#isBlank || this.#isIndented;
      case 'raw':
        if (leaf.until === undefined) return !this.#isBlank;
        if (leaf.until.test(this.#text.slice(this.#next, this.#lineEnd))) this.#leaf = undefined;
        return true;
    }
  }

  /** Whether the line begins, or is, a heading, a rule, or a block of code or HTML. */
  #readsLeaf(depth: number, paragraph: Paragraph | undefined, isDirect: boolean): boolean {
    const rest = this.#rest;
    const marks = /^#{1,6}(?=[ \t]|$)/.exec(rest)?.[0];
    if (marks !== undefined) {
      this.#closeTo(depth);
      this.#open(undefined);
      this.#addHeading(marks.length, withoutClosing(rest.slice(marks.length)), {
        start: this.#next,
        end: this.#lineEnd,
      });
      return true;
    }
    const [, fence] = FENCE.exec(rest) ?? [];
    if (fence !== undefined) {
      this.#closeTo(depth);
      this.#open({ kind: 'fence', mark: fence });
      return true;
    }
    const raw = RAW_STARTS[this.#dialect].find(
      ({ starts, interrupts }) => (interrupts || paragraph === undefined) && starts.test(rest),
    );
    if (raw !== undefined) {
      this.#closeTo(depth);
      this.#open({ kind: 'raw', until: raw.until });
      this.#continuesLeaf();
      return true;
    }
    if (isDirect && paragraph !== undefined && /^(?:=+|-+)[ \t]*$/.test(rest)) {
      if (this.#endsAsHeading(paragraph, rest.startsWith('=') ? 1 : 2)) return true;
    }
    if (!THEMATIC_BREAK.test(rest)) return false;
    this.#closeTo(depth);
    this.#open(undefined);
    return true;
  }

  /** False if the paragraph has only link definitions, which are then no longer part of it. */
  #endsAsHeading(paragraph: Paragraph, level: number): boolean {
    const content = contentOf(this.#text, paragraph.lines);
    const skipped = definitionsLength(content);
    const lines = paragraph.lines.slice(content.slice(0, skipped).split('\n').length - 1);
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) {
      paragraph.lines = [];
      return false;
    }
    this.#addHeading(level, content.slice(skipped), { start: first.start, end: last.end });
    this.#leaf = undefined;
    return true;
  }

  #addHeading(level: number, written: string, span: Span): void {
    const text = written.replaceAll(/\s+/g, ' ').trim();
    this.#headings.push({ level, text, ...span, container: this.#containers.at(-1) });
  }

  /** A quote or list item that begins here. Moves behind its mark. */
  #containerHere(isInParagraph: boolean): OpenContainer | undefined {
    const end = this.#text.length;
    if (this.#entersQuote()) return { indent: undefined, isEmpty: true, end };
    const indent = this.#indent;
    const mark = this.#isIndented ? null : /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(this.#rest);
    if (mark === null) return undefined;
    const [{ length }, number = '1'] = mark;
    const isBlankItem = !/[^ \t\f\v]/.test(this.#rest.slice(length));
    if (isInParagraph && (Number(number) !== 1 || isBlankItem)) return undefined;
    this.#moveTo(this.#next + length, this.#nextColumn + length);
    const gap = this.#indent;
    const padding = this.#isBlank || gap < 1 || gap > CODE_INDENT ? 1 : gap;
    this.#advanceColumns(padding);
    return { indent: indent + length + padding, isEmpty: true, end };
  }

  #entersQuote(): boolean {
    if (this.#isIndented || this.#text[this.#next] !== '>' || this.#isBlank) return false;
    this.#moveTo(this.#next + 1, this.#nextColumn + 1);
    if (this.#indent > 0) this.#advanceColumns(1);
    return true;
  }

  /** Opens a block in the innermost container. */
  #open(leaf: Leaf | undefined): void {
    const parent = this.#containers.at(-1);
    if (parent !== undefined) parent.isEmpty = false;
    this.#leaf = leaf;
  }

  /** Ends the leaf, and all but the outermost containers. */
  #closeTo(depth: number, end = this.#lineStart): void {
    if (this.#leaf?.kind === 'paragraph') this.#paragraphs.push(this.#leaf.lines);
    this.#leaf = undefined;
    for (const container of this.#containers.splice(depth)) container.end = end;
  }

  /** Uses up blanks, if there are so many. */
  #advanceColumns(count: number): void {
    for (let left = count; left > 0 && this.#at < this.#next;) {
      const width = this.#text[this.#at] === '\t' ? 4 - (this.#column % 4) : 1;
      this.#column += Math.min(width, left);
      if (width <= left) this.#at += 1;
      left -= width;
    }
  }

  #moveTo(at: number, column: number): void {
    this.#at = at;
    this.#column = column;
    for (; at < this.#lineEnd; at += 1) {
      if (!isBlank(this.#text[at])) break;
      column += this.#text[at] === ' ' ? 1 : 4 - (column % 4);
    }
    this.#next = at;
    this.#nextColumn = column;
  }
}

/** The text of a paragraph without its link definitions, which are not shown. */
export function paragraphText(text: string, lines: readonly Span[]): string {
  const content = contentOf(text, lines);
  return content.slice(definitionsLength(content));
}

function contentOf(text: string, lines: readonly Span[]): string {
  return lines.map(({ start, end }) => `${text.slice(start, end)}\n`).join('');
}

/** Removes the marks at the end of `## Title ##`. */
function withoutClosing(written: string): string {
  let end = written.length;
  while (isBlank(written[end - 1])) end -= 1;
  while (written[end - 1] === '#') end -= 1;
  return end === 0 || isBlank(written[end - 1]) ? written.slice(0, end) : written;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
