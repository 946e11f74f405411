/** Finds what a Markdown text leaves open, so that what is joined to it stays outside. */
import { Parser, type Node } from 'commonmark';

/**
 * The lines to put after a text so that a rule and a heading behind it stand at top level: none where nothing is
 * open, else the shortest list that holds for every reading of the text, else what CommonMark itself needs.
 *
 * `text` has LF ends and no trailing white space.
 */
export function closingLines(text: string): readonly string[] {
  if (!MAY_OPEN.test(text)) return [];
  const shallow = text.replaceAll(DEEP_INDENT, '$1').replaceAll(DEEP_LINE, '$1x');
  const asWritten = openBlock(shallow);
  const closers = [asWritten, ...otherReadings(shallow)].filter((closer) => closer !== undefined);
  if (closers.length === 0) return [];

  const tries = text.length > LARGE ? candidates(closers).slice(0, 4) : candidates(closers);
  const holds = tries.find((lines) => isClosed([shallow, ...lines].join('\n')));
  return holds ?? (asWritten === undefined ? [] : [asWritten]);
}

/** UTF-16 units from which on time is worth more than the rarest readings: a try costs up to three parses. */
const LARGE = 200_000;

/** Only what begins at most three blanks into a line of its own can be open at the end: all else ends with its container. */
const MAY_OPEN = /^ {0,3}(?:`{3}|~{3}|<(?:[!?]|script|pre|style|textarea))/im;

/** The parser is quadratic in how deep lists and quotes nest, and nothing that deep can be open at top level. */
const DEEP_INDENT = /^([ \t]{100})[ \t]+/gm;
const DEEP_LINE = /^([ \t]*(?:(?:>|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))[ \t]*){32}).*$/gm;

function isClosed(text: string): boolean {
  return openBlock(text) === undefined && otherReadings(text).length === 0;
}

/**
 * Parsers that differ from CommonMark in what matters here: those that do not know HTML see the fences inside it,
 * and those that take HTML seriously end `<script>` only with `</script>`, not with `</pre>`.
 */
function otherReadings(text: string): readonly string[] {
  if (!OPENS_HTML.test(text)) return [];
  return [openBlock(text.replaceAll('<', 'x')), unendedTag(text)].filter((closer) => closer !== undefined);
}

const OPENS_HTML = /^ {0,3}</m;

/** The line that closes what is open at the end of a text. */
function openBlock(text: string): string | undefined {
  const last = parseBlocks(`${text}\n\n---\n\n## x\n`).lastChild;
  if (last?.type === 'heading' && last.prev?.type === 'thematic_break') return undefined;
  const opening =
    last === null ? '' : (text.split('\n', last.sourcepos[0][0])[last.sourcepos[0][0] - 1] ?? '');
  return closerOf(opening);
}

/**
 * The end tag of the first `<script>`, `<pre>`, `<style>` or `<textarea>` block that never gets its own. What lies
 * before the end of one such block is part of it.
 */
function unendedTag(text: string): string | undefined {
  const lower = text.toLowerCase();
  const starts = lineStarts(text);
  let ended = 0;
  for (let node = parseBlocks(text).firstChild; node !== null; node = node.next) {
    const start = starts[node.sourcepos[0][0] - 1] ?? text.length;
    const tag =
      node.type === 'html_block' && start >= ended
        ? RAW_TAG.exec(node.literal ?? '')?.[1]?.toLowerCase()
        : undefined;
    if (tag === undefined) continue;
    ended = lower.indexOf(`</${tag}>`, start);
    if (ended < 0) return `</${tag}>`;
  }
  return undefined;
}

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
 * A fence that is open for one reading only must not be opened by its closer for the other: inside a comment it
 * closes the first and is nothing to the second. Shortest first; of two, what closes a fence comes first, since
 * an HTML closer may itself begin a block that hides the line after it.
 */
function candidates(closers: readonly string[]): readonly (readonly string[])[] {
  const fences = closers.filter((closer) => /^[`~]/.test(closer));
  const ends = closers.filter((closer) => !fences.includes(closer));
  const hidden = fences.map((fence) => `<!--\n${fence}\n-->`);
  return [
    ...closers.map((closer) => [closer]),
    ...pairs(fences, ends),
    ...hidden.map((fence) => [fence]),
    ...pairs(hidden, ends),
    ...pairs(ends, [...ends, ...fences, ...hidden]),
    ...pairs(fences, [...fences, ...hidden]),
  ];
}

function pairs(firsts: readonly string[], seconds: readonly string[]): readonly (readonly string[])[] {
  return firsts.flatMap((first) =>
    seconds.filter((second) => second !== first).map((second) => [first, second]),
  );
}

/** Blocks only: inline parsing is of no use here, and the slow half. */
function parseBlocks(text: string): Node {
  const parser = new Parser();
  // The parser's own field, which its types do not list.
  (parser as Parser & { inlineParser: { parse: () => void } }).inlineParser.parse = () => undefined;
  return parser.parse(text);
}
