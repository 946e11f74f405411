/** Finds the blocks that a Markdown text leaves open, so that text appended to it is not swallowed. */
import { Parser, type Node } from 'commonmark';

/**
 * The lines to append to a text so that a rule and a heading after it are at top level. Empty if nothing is open; else the
 * shortest list that works for every reading of the text; else the list that works for CommonMark and leaves the fewest blocks
 * open in the other readings.
 *
 * `text` has LF ends and no trailing white space.
 */
export function closingLines(text: string): readonly string[] {
  if (!MAY_OPEN.test(text)) return [];
  const shallow = withoutDepth(text);
  const closers = openBlocks(shallow);
  if (closers.length === 0) return [];

  const tries = text.length > LARGE ? candidates(closers).slice(0, 4) : candidates(closers);
  let best: { readonly lines: readonly string[]; readonly stillOpen: number } | undefined;
  for (const lines of tries) {
    const closed = [shallow, ...lines].join('\n');
    const stillOpen = openBlocks(closed).length;
    if (stillOpen === 0) return lines;
    if (stillOpen < (best?.stillOpen ?? Infinity) && openBlock(closed) === undefined)
      best = { lines, stillOpen };
  }
  return best?.lines ?? [];
}

/** UTF-16 units. Longer texts skip the rarest readings to save time, because each try costs up to three parses. */
const LARGE = 200_000;

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
 * treat fewer characters as blanks or line ends; some do not allow a tab after a closing fence.
 */
function readings(text: string): readonly string[] {
  const read = [
    text,
    text.replaceAll(UNUSUAL_BLANK, 'x'),
    text.replaceAll(TABLE_HEAD, '$1x'),
    text.replaceAll(FENCE_WITH_TAB, '$1x'),
  ];
  if (OPENS_HTML.test(text))
    read.push(...read.map((each) => each.replaceAll('<', 'x')), withOwnEndTags(text));
  return [...new Set(read)];
}

const OPENS_HTML = /^ {0,3}</m;
const UNUSUAL_BLANK = /[^\S \t\n]/g;
const FENCE_WITH_TAB = /^( {0,3}(?:`{3,}|~{3,}) *)\t[ \t]*$/gm;
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
 * If a fence is open in only one reading, its closer would open a fence in the other. `neutral` closes it in the first, where
 * the rest is a list item that ends by itself; in the second it opens and closes a fence. Shortest first; fences are closed
 * before HTML, because an HTML end may itself begin a block that hides the next line.
 */
function candidates(closers: readonly string[]): readonly (readonly string[])[] {
  const fences = closers.filter((closer) => /^[`~]/.test(closer));
  const ends = closers.filter((closer) => !fences.includes(closer));
  const neutral = fences.map((fence) => `${fence}\n- end\n  ${fence}`);
  return [
    ...closers.map((closer) => [closer]),
    ...pairs(fences, ends),
    ...neutral.map((fence) => [fence]),
    ...pairs(neutral, ends),
    ...pairs(ends, [...ends, ...fences, ...neutral]),
    ...pairs(fences, [...fences, ...neutral]),
  ];
}

function pairs(firsts: readonly string[], seconds: readonly string[]): readonly (readonly string[])[] {
  return firsts.flatMap((first) =>
    seconds.filter((second) => second !== first).map((second) => [first, second]),
  );
}

/** Parses blocks only. Inline parsing is not needed, and is the slower half. */
export function parseBlocks(text: string, parser = new Parser()): Node {
  // An internal field of the parser that its types do not list.
  (parser as Parser & { inlineParser: { parse: () => void } }).inlineParser.parse = () => undefined;
  return parser.parse(text);
}
