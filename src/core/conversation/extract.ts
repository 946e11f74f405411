/** A summary of messages by rules: sentences and names that are taken from them as they are. */
import { oneLine } from '../compose/escapePath';
import { openFenceAfter } from '../compose/fence';
import { languageOf } from '../files/language';
import { parseRepoPath } from '../files/repoPath';
import { withoutSecrets } from '../secrets/withoutSecrets';
import type { SeenMessage } from './exchange';

const HEADINGS = {
  earlier: 'Before that',
  begins: 'It began with',
  asked: 'Asked',
  decisions: 'Decisions',
  files: 'Files',
  questions: 'Open questions',
  ends: 'It ended with',
} as const;

type Part = keyof typeof HEADINGS;

/** Lines for a summary, the most important of each part first. */
export type Extract = Readonly<Record<Part, readonly string[]>>;

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
      // What the user asked has been answered, unless it came last.
      role === 'User' && at > 0 ? [] : sentences.filter((each) => each.endsWith('?')).toReversed(),
    ),
  };
  const names = Object.keys(parts) as Part[]; // all of them
  const unique = names.map((name) => [name, [...new Set(parts[name])].slice(0, MOST_LINES)] as const);
  return { ...NO_LINES, ...Object.fromEntries(unique) };
}

/** All texts that `summaryWithin` needs the tokens of. */
export function countedTexts(extract: Extract): readonly string[] {
  return PARTS.flatMap((part) =>
    extract[part].length === 0 ? [] : [headOf(part), ...extract[part].map(asItem)],
  );
}

/**
 * The summary with as many lines as fit into `limit` tokens, an equal number from each part as long as there are any.
 * `tokensOf` gives the tokens of `countedTexts`. They add up exactly, because each begins with a letter or a hyphen and ends
 * with LF.
 */
export function summaryWithin(extract: Extract, tokensOf: (text: string) => number, limit: number): string {
  const taken = new Map<Part, readonly string[]>();
  let room = limit;
  const longest = Math.max(...PARTS.map((part) => extract[part].length));
  for (let at = 0; at < longest; at += 1) {
    for (const part of MOST_WANTED_FIRST) {
      const line = extract[part][at];
      if (line === undefined) continue;
      const lines = taken.get(part);
      const cost = tokensOf(asItem(line)) + (lines === undefined ? tokensOf(headOf(part)) : 0);
      if (cost > room) continue;
      room -= cost;
      taken.set(part, [...(lines ?? []), line]);
    }
  }
  return PARTS.flatMap((part) => {
    const lines = taken.get(part);
    return lines === undefined
      ? []
      : [headOf(part), ...inReadingOrder(part, extract[part], lines).map(asItem)];
  }).join('');
}

const PARTS = Object.keys(HEADINGS) as readonly Part[]; // it has no others
const MOST_WANTED_FIRST: readonly Part[] = [
  ...(['begins', 'ends', 'earlier', 'decisions', 'questions', 'files', 'asked'] as const),
];

/** The newest lines are the most important, but read oldest first. */
function inReadingOrder(part: Part, all: readonly string[], lines: readonly string[]): readonly string[] {
  const isNewestFirst = part === 'decisions' || part === 'questions' || part === 'asked';
  return isNewestFirst ? all.filter((line) => lines.includes(line)).toReversed() : lines;
}

function headOf(part: Part): string {
  return `${HEADINGS[part]}:\n`;
}

function asItem(line: string): string {
  return `- ${line}\n`;
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

function isHeading(text: string): boolean {
  return Object.values(HEADINGS).some((heading) => heading === text);
}

/** Paths and file names with the extension of a known language. */
function filesIn(text: string): readonly string[] {
  return text.split(/[\s`'"()[\]{}<>,;|*]+/).flatMap((word) => {
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
