/** Finds the blocks that a Markdown text leaves open, so that text appended to it is not swallowed. */
import { Parser, type Node } from 'commonmark';

/**
 * The lines to append to a text so that a rule and a heading after it are at top level in every reading of the text. Empty if
 * nothing is open.
 *
 * `text` has LF ends and no trailing white space.
 */
export function closingLines(text: string): readonly string[] {
  if (!MAY_OPEN.test(text)) return [];
  const shallow = withoutDepth(text);
  const closers = openBlocks(shallow);
  if (closers.length === 0) return [];

  // Fences are closed before HTML, because an HTML end may itself begin a block that hides the next line.
  const fences = closers.filter((closer) => /^[`~]/.test(closer));
  const ends = closers.filter((closer) => !fences.includes(closer));
  const short = [...closers.map((closer) => [closer]), [...fences, ...ends]];
  return (
    short.find((lines) => openBlocks([shallow, ...lines].join('\n')).length === 0) ?? [
      ...neutralClosers(fences),
      ...ends,
    ]
  );
}

/** Only blocks that begin on a line indented by at most three blanks can be open at the end; others end with their container. */
const MAY_OPEN = /^ {0,3}(?:`{3}|~{3}|<(?:[!?]|script|pre|style|textarea))/im;

/** The text without deep nesting of lists and quotes, in which the parser is quadratic. Its blocks at top level are the same. */
export function withoutDepth(text: string): string {
  return text.replaceAll(DEEP_INDENT, '$1').replaceAll(DEEP_LINE, '$1x');
}

/** Blocks that deep cannot be open at top level. */
const DEEP_INDENT = /^([ \t]{100})[ \t]+/gm;
const DEEP_LINE = /^([ \t]*(?:(?:>|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))[ \t]*){32}).*$/gm;

/** The distinct lines that close the block left open in each reading of a text. */
function openBlocks(text: string): readonly string[] {
  return [...new Set(readings(text).map(openBlock))].filter((closer) => closer !== undefined);
}

/**
 * The text as CommonMark reads it, and variants that make this parser read it as others do. Some ignore HTML and see the
 * fences inside it; some end `<script>` only with `</script>` and not with `</pre>`; some look for tables before fences; some
 * treat fewer characters as blanks or line ends; some do not allow a tab after a closing fence; some let every block begin
 * right after a link definition, a table, or a list item.
 */
export function readings(text: string): readonly string[] {
  const read = [
    text,
    text.replaceAll(UNUSUAL_BLANK, 'x'),
    text.replaceAll(TABLE_HEAD, '$1x'),
    text.replaceAll(FENCE_WITH_TAB, '$1x'),
    LIST_OR_TABLE.test(text) || definesLinks(text) ? text.replaceAll(NO_INTERRUPTION, '\n') : text,
    text.replaceAll(DEFINITION_BEFORE_HTML, ''),
  ];
  if (OPENS_HTML.test(text))
    read.push(...read.map((each) => each.replaceAll('<', 'x')), withOwnEndTags(text));
  return [...new Set(read)];
}

const OPENS_HTML = /^ {0,3}</m;
const UNUSUAL_BLANK = /[^\S \t\n]/g;
const FENCE_WITH_TAB = /^( {0,3}(?:`{3,}|~{3,}) *)\t[ \t]*$/gm;
const LIST_OR_TABLE = /^(?:[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]|[^\n]+\n {0,3}(?=[^\n]*[|:])[|:-][-:| \t]*$)/m;
/** Starts of lines with blocks that do not end a paragraph. A reading has an empty line before each. */
export const NO_INTERRUPTION = /^(?= {0,3}(?:\d+[.)]|[-*+][ \t]*$|<|`{3,}[^`\n]+`))/gm;
/** HTML right after a definition goes on to the next empty line, whatever else begins in it. */
const DEFINITION_BEFORE_HTML = /^ {0,3}\[[^\]\n]+\]:[^\n]*(?=\n {0,3}<)/gm;
const TABLE_HEAD = /^( {0,3})(?:`{3}|~{3}|<)(?=[^\n]*\|[^\n]*\n {0,3}[|:-][-:| \t]*$)/gm;

/** The line that closes the block left open at the end of a text. */
function openBlock(text: string): string | undefined {
  const last = parseBlocks(`${text}\n\n---\n\n## x\n`).lastChild;
  if (last?.type === 'heading' && last.prev?.type === 'thematic_break') return undefined;
  const opening =
    last === null ? '' : (text.split('\n', last.sourcepos[0][0])[last.sourcepos[0][0] - 1] ?? '');
  return closerOf(opening);
}

/** Removes other end tags from raw HTML blocks, so that only their own end tag ends them. */
function withOwnEndTags(text: string): string {
  if (!END_TAG.test(text)) return text;
  const lower = text.toLowerCase();
  const starts = lineStarts(text);
  const pieces: string[] = [];
  let done = 0;
  for (let node = parseBlocks(text).firstChild; node !== null; node = node.next) {
    const start = starts[node.sourcepos[0][0] - 1] ?? text.length;
    const tag = node.type === 'html_block' ? RAW_TAG.exec(node.literal ?? '')?.[1]?.toLowerCase() : undefined;
    if (tag === undefined || start < done) continue;
    const ownEnd = lower.indexOf(`</${tag}>`, start);
    const end = ownEnd < 0 ? text.length : ownEnd;
    pieces.push(text.slice(done, start), text.slice(start, end).replaceAll(END_TAGS, 'x'));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

const END_TAG = /<\/(?:script|pre|style|textarea)>/i;
const END_TAGS = new RegExp(END_TAG, 'gi');
const RAW_TAG = /^ {0,3}<(script|pre|style|textarea)(?=[\s>]|$)/i;

function closerOf(opening: string): string | undefined {
  const line = opening.trimStart();
  const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (fence !== undefined) return fence;
  const tag = RAW_TAG.exec(line)?.[1];
  if (tag !== undefined) return `</${tag.toLowerCase()}>`;
  if (line.startsWith('<!--')) return '-->';
  if (line.startsWith('<?')) return '?>';
  if (line.startsWith('<![CDATA[')) return ']]>';
  return line.startsWith('<!') ? '>' : undefined;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * The closer of a fence that is open in only one reading would open a fence in the others. These lines close it in the first,
 * where the rest is a list item that ends by itself; in the others they open and close a fence.
 */
function neutralClosers(fences: readonly string[]): readonly string[] {
  const longest = ['`', '~'].flatMap((mark) =>
    fences
      .filter((fence) => fence.startsWith(mark))
      .toSorted()
      .slice(-1),
  );
  return longest.map((fence) => `${fence}\n- end\n  ${fence}`);
}

/** Whether a text has link reference definitions, which are no blocks of the parsed text. */
export function definesLinks(text: string): boolean {
  if (!text.includes(']:')) return false;
  const parser = new Parser();
  parseBlocks(text, parser);
  // An internal field of the parser that its types do not list.
  return Object.keys((parser as Parser & { refmap: object }).refmap).length > 0;
}

/** Parses blocks only. Inline parsing is not needed, and is the slower half. */
export function parseBlocks(text: string, parser = new Parser()): Node {
  // An internal field of the parser that its types do not list.
  (parser as Parser & { inlineParser: { parse: () => void } }).inlineParser.parse = () => undefined;
  return parser.parse(text);
}
