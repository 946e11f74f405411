/** Reads a task in plain language: its terms with weights, and the files and names that it mentions. */
import { compoundOf, isCodeLike, isCompound, termsOf } from './terms';
import { isStopWord } from './stopWords';
import { withoutTrailers } from './trailers';
import { hashOf, visitWords, wordsOf } from './words';

export interface TaskTerm {
  readonly hash: number;
  readonly weight: number;
  /** The word of the task that the term comes from, or two words with a space that may name a compound. */
  readonly word: string;
}

export interface Task {
  /** At most 128, the heaviest first. */
  readonly terms: readonly TaskTerm[];
  /** Words that look like code, are quoted, or are called. At most 64. */
  readonly identifiers: readonly string[];
  /** Words with a dot or a slash that may be paths or file names, as written. At most 64. */
  readonly paths: readonly string[];
  /** Scopes from a first line such as `feat(parser): …` or `parser: …`, in lower case. */
  readonly scopes: readonly string[];
  /** How much the task is about tests: 1 if its first line mentions them, 0.5 if only a later line does, else 0. */
  readonly aboutTests: number;
  /** The same for documentation. */
  readonly aboutDocs: number;
}

/** In UTF-16 units. The rest of a longer text is logs or data. */
const READ = 1 << 16;
const MOST_TERMS = 128;
const MOST_NAMES = 64;

const LATER_LINE = 0.5;
const CODE = 1.2;
const COMPOUND = 1.5;
const ADJACENT = 0.7;
/** Each repetition of a term adds less. */
const REPEATED = 0.7;

const ABOUT_TESTS = /\b(?:tests?|testing|specs?|coverage|assert\w{0,20}|flaky)\b/i;
const ABOUT_DOCS = /\b(?:docs?|documentation|readme|guide|jsdoc|docstring|javadoc|comments?)\b/i;

export function parseTask(text: string): Task {
  const read = plainText(text.slice(0, READ));
  const quoted = quotedWords(read);
  const weights = new Map<string, { weight: number; word: string }>();
  const identifiers = new Set<string>();
  const lines = read.split('\n');
  for (const [index, line] of lines.entries()) {
    const lineWeight = index === 0 ? 1 : LATER_LINE;
    addWords(line, lineWeight, { quoted, weights, identifiers });
    addAdjacent(line, lineWeight, weights);
  }
  const terms = Array.from(weights, ([term, { weight, word }]) => ({
    hash: hashOf(term),
    weight: weight > 1 ? 1 + REPEATED * Math.log(weight) : weight,
    word,
  }));
  return {
    terms: terms.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_TERMS),
    identifiers: [...identifiers].slice(0, MOST_NAMES),
    paths: pathsIn(read).slice(0, MOST_NAMES),
    scopes: scopesOf(lines[0] ?? ''),
    aboutTests: shareAbout(ABOUT_TESTS, read),
    aboutDocs: shareAbout(ABOUT_DOCS, read),
  };
}

const CONTRACTION = /(?<=\p{L})['’](?:(t)|s|re|ve|ll|d|m)(?![\p{L}\d])/gu;

const DRIVE = /(?<!\w)[a-z]:(?=[\\/])/gi;
/** The line and column behind a path, as compilers on Windows write them. */
const PLACE = /(?<=\.\w{1,10})\((\d{1,9})(?:,(\d{1,9}))?\)\s?:/g;
const BACKSLASHES = /(?<!\\)\\+(?=[\p{L}\d_.([@+~$?-])/gu;

/**
 * Drops trailers such as `Co-authored-by: …`, and the apostrophes in `don't` and `it's`, which aren't quotation marks.
 * Writes Windows paths with slashes and without their drive, and `a.tsx(2,10): error` as `a.tsx:2:10: error`.
 */
function plainText(text: string): string {
  const read = withoutTrailers(text).replaceAll(CONTRACTION, '$1').trimStart();
  return read
    .replaceAll(DRIVE, '')
    .replaceAll(BACKSLASHES, '/')
    .replaceAll(PLACE, (_, line: string, column?: string) => `:${[line, column].filter(Boolean).join(':')}:`);
}

function shareAbout(subject: RegExp, text: string): number {
  const first = subject.exec(text);
  if (first === null) return 0;
  return text.slice(0, first.index).includes('\n') ? LATER_LINE : 1;
}

interface Reading {
  readonly quoted: ReadonlySet<string>;
  readonly weights: Map<string, { weight: number; word: string }>;
  readonly identifiers: Set<string>;
}

/** The type of a change, as in `fix(parser): …`, which isn't a call. */
const CHANGE_TYPE =
  /^[\s*•-]*(?:\d+[.)]\s*)?(?:\[[^\]]*\]\s*)?(?:feat|fix|refactor|perf|docs?|tests?|chore|build|ci|style|revert)(?=\([^)]*\)!?:)/i;

function addWords(line: string, lineWeight: number, { quoted, weights, identifiers }: Reading): void {
  const typeEnd = CHANGE_TYPE.exec(line)?.[0].length;
  visitWords(line, (start, end) => {
    const word = line.slice(start, end);
    const isCalled = line[end] === '(' && end !== typeEnd && word.length > 2;
    const isCode = isCodeLike(word) || quoted.has(word) || isCalled;
    if (isStopWord(word.toLowerCase()) && !isCode) return;
    if (isCode && word.length > 2) identifiers.add(word);
    const terms = termsOf(word);
    for (const term of terms) {
      if (terms.length === 1 && isStopWord(term) && !isCode) continue;
      const weight = lineWeight * (isCompound(term) ? COMPOUND : isCode ? CODE : 1);
      const known = weights.get(term);
      if (known === undefined) weights.set(term, { weight, word });
      else known.weight += weight;
    }
  });
}

/** Adjacent words may name a compound: "query builder" is `QueryBuilder`. */
function addAdjacent(line: string, lineWeight: number, weights: Reading['weights']): void {
  const words = wordsOf(line).map((word) => word.toLowerCase());
  const isPlain = (word: string): boolean => !isStopWord(word) && !word.includes('_');
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before === undefined || !isPlain(before) || !isPlain(word)) continue;
    const term = compoundOf([before, word]);
    if (!weights.has(term)) weights.set(term, { weight: ADJACENT * lineWeight, word: `${before} ${word}` });
  }
}

function quotedWords(text: string): ReadonlySet<string> {
  const spans = text.matchAll(/[`'"“‘]([^`'"\n“”‘’]{2,60})[`'"”’]/g);
  return new Set(Array.from(spans, ([, inner = '']) => wordsOf(inner)).flat());
}

/** UTF-16 units. */
const LONGEST_PATH = 300;

function pathsIn(text: string): readonly string[] {
  const pieces = text.split(/[\s`'"“”‘’()[\]{}<>,;:|*=]+/);
  const paths = pieces
    .filter((piece) => piece.length <= LONGEST_PATH && /[^.][./]./.test(piece))
    .map((piece) => piece.replace(/^@|^(?:\.?\/)+/, '').replace(/[.!?]{1,3}$|#L\d+(?:-L?\d+)?$/, ''));
  return [...new Set(paths.flatMap((path) => [path, ...decoded(path)]))];
}

/** The path that an address such as `file:///home/my%20app/a.ts` stands for. */
function decoded(path: string): readonly string[] {
  if (!/%[\da-f]{2}/i.test(path)) return [];
  try {
    return [decodeURIComponent(path)];
  } catch {
    return []; // It has a percent sign of its own.
  }
}

/** UTF-16 units. */
const LONGEST_SCOPE = 200;

function scopesOf(firstLine: string): readonly string[] {
  const head = /^(?:\[[^\]]*\]\s*)?(?:\w+\(([^)]*)\)!?:|([\w/.-]{2,40}):)/.exec(
    firstLine.slice(0, LONGEST_SCOPE),
  );
  const written = (head?.[1] ?? head?.[2] ?? '').toLowerCase();
  return written.split(/[,\s]+/).filter((scope) => scope.length > 1);
}
