/** Takes sentences and names out of messages, for a summary by rules. */
import { oneLine } from '../compose/escapePath';
import { openFenceAfter } from '../compose/fence';
import { languageOf } from '../files/language';
import { parseRepoPath } from '../files/repoPath';
import { withoutSecrets } from '../secrets/withoutSecrets';
import type { SeenMessage } from './exchange';
import { isHeading, type Extract } from './extractedSummary';

/** UTF-16 units of a line, and of a message that are read at each of its ends. */
const [MOST_LINE, MOST_READ] = [200, 50_000];

/** Lines of a part; more would never fit. */
const MOST_LINES = 60;

const NO_LINES: Extract = {
  ...{ earlier: [], begins: [], asked: [], decisions: [], files: [], questions: [], ends: [] },
};

/** The lines that a summary can consist of. `earlier` is the summary that this one folds in; empty for none. */
export function extractLines(messages: readonly SeenMessage[], earlier = ''): Extract {
  const read = messages.map(({ role, content }) => ({ role, ...partsOf(content) }));
  const newest = read.toReversed();
  const asked = read.filter(({ role }) => role === 'User').flatMap(({ sentences }) => sentences.slice(0, 1));
  const last = read.findLast(({ sentences }) => sentences.length > 0)?.sentences.at(-1);
  const parts: Partial<Extract> = {
    earlier: earlier.split('\n').map(lineOf).filter(isWorthReading),
    begins: asked.slice(0, 1),
    ends: last === undefined ? [] : [last],
    asked: asked.slice(1).toReversed(),
    decisions: newest.flatMap(({ sentences }) =>
      sentences.filter((each) => DECISION.test(each)).toReversed(),
    ),
    files: mostNamed(newest.flatMap(({ files }) => files)),
    questions: newest.flatMap(({ role, sentences }, at) =>
      // A question by the user has been answered, unless it came last.
      role === 'User' && at > 0 ? [] : sentences.filter((each) => each.endsWith('?')).toReversed(),
    ),
  };
  const names = Object.keys(parts) as (keyof Extract)[]; // an extract has no others
  const unique = names.map((name) => [name, [...new Set(parts[name])].slice(0, MOST_LINES)] as const);
  return { ...NO_LINES, ...Object.fromEntries(unique) };
}

const DECISION =
  /\b(?:decid(?:e|ed|es|ing)|decisions?|agreed?|let's|let us|we(?:'ll| will| won't)|going with|go with|settled on|chos(?:e|en)|instead of|rather than|must(?: not)?)\b/i;

function partsOf(content: string): {
  readonly sentences: readonly string[];
  readonly files: readonly string[];
} {
  const text = withoutSecrets(endsOf(content));
  return { sentences: sentencesOf(text).map(lineOf).filter(isWorthReading), files: filesIn(text) };
}

function endsOf(content: string): string {
  return content.length <= 2 * MOST_READ
    ? content
    : `${content.slice(0, MOST_READ)}\n\n${content.slice(-MOST_READ)}`.toWellFormed();
}

/** The sentences outside of code. */
function sentencesOf(text: string): readonly string[] {
  let fence = '';
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const before = fence;
    fence = openFenceAfter(fence, line);
    return before === '' && fence === '' ? line.split(/(?<=[.!?])\s+(?=\S)/) : [];
  });
}

/** Without marks of lists, headings, quotes, and tables. */
function lineOf(text: string): string {
  const line = oneLine(text.replace(/^[\s>#*+|~`-]{1,40}/, ''));
  return line.length <= MOST_LINE
    ? line
    : `${line
        .slice(0, MOST_LINE - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** At least two words, and no heading of a summary. */
function isWorthReading(line: string): boolean {
  return /\S\s+\S/.test(line) && /\p{L}/u.test(line) && !(line.endsWith(':') && isHeading(line.slice(0, -1)));
}

/** Paths and file names with the extension of a known language. */
function filesIn(text: string): readonly string[] {
  return text.split(/[\s`'"()[\]{}<>,;|*]+/).flatMap((word) => {
    if (word.length > 2 * MOST_LINE) return []; // Too long for a path, and for the regular expressions below.
    const name = word.replace(/^[^\p{L}\p{N}_.@/-]+/u, '').replace(/(?::\d[\d:-]*)?[^\p{L}\p{N}_]*$/u, '');
    if (name.length > MOST_LINE || !/[^/.][./][^/.]/.test(name) || name.includes('://')) return [];
    const read = parseRepoPath(name.replace(/^\.?\//, ''));
    const isFile = read.kind === 'path' && languageOf(read.path).id !== 'text' && !PRODUCT.test(name);
    return isFile ? [oneLine(name)] : [];
  });
}

/** Names of products that look like files. */
const PRODUCT = /^(?:node|vue|next|nuxt|express|three|backbone|d3)\.js$/i;

/** By the number of times they are named. */
function mostNamed(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}
