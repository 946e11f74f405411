/** Finds secrets in one pass: a keyword automaton, and at each keyword a matcher that reads a bounded piece of text. */
import type { Span } from '../facts/fileFacts';
import { base64Runs, decodedText } from './base64';
import { buildAutomaton, eachKeyword, type KeywordAutomaton } from './keywordAutomaton';
import { ASSIGNMENTS } from './matchAssignments';
import { KEY_BLOCKS } from './matchKeys';
import { MANIFESTS } from './matchManifests';
import { NOTATIONS } from './matchNotations';
import { tokenMatchers } from './matchTokens';
import { isGeneratedPath, isSamplePath } from './samplePaths';
import type { Candidate, Match, Matcher, Scan } from './scan';

/** A value that should not leave the machine. Offsets are UTF-16 units of the value alone. */
export interface Finding extends Span {
  /** A lowercase id with hyphens, see `secretKindName`. */
  readonly kind: string;
  /** `info` for keys that are public by design and for tests, fixtures, and docs: listed, but it stops nothing. */
  readonly severity: 'secret' | 'info';
  /** 1-based line of its start. */
  readonly line: number;
}

/**
 * Finds the secrets of a text. They ascend and do not overlap. The path decides about the severity, and in lock files and
 * other generated ones a name alone makes no secret. Takes linear time.
 */
export function findSecrets(
  text: string,
  { path = '' }: { readonly path?: string } = {},
): readonly Finding[] {
  const withNames = !isGeneratedPath(path);
  const candidates = [...candidatesIn(text, withNames), ...encodedCandidates(text, withNames)];
  if (candidates.length === 0) return [];
  const isSample = isSamplePath(path);
  let line = 1;
  let lineEnd = text.indexOf('\n');
  return merged(candidates).map(({ start, end, kind, isPublic }): Finding => {
    for (; lineEnd >= 0 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    return { start, end, kind, severity: isSample || isPublic === true ? 'info' : 'secret', line };
  });
}

/** The 1-based line of an offset. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function candidatesIn(text: string, withNames: boolean): readonly Candidate[] {
  findings ??= engineOf([...tokenMatchers('findings'), ...NOTATIONS, KEY_BLOCKS, MANIFESTS, ASSIGNMENTS]);
  return scanned(findings, { text, purpose: 'findings', withNames, found: [] });
}

/** Runs of base64 that hold a secret, decoded once. All of them are scanned as one text, far enough apart. */
function encodedCandidates(text: string, withNames: boolean): readonly Candidate[] {
  const runs: (Span & { readonly decodedEnd: number })[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const { start, end } of base64Runs(text)) {
    const decoded = decodedText(text, start, end);
    if (decoded === undefined) continue;
    parts.push(decoded);
    length += decoded.length + APART.length;
    runs.push({ start, end, decodedEnd: length });
  }
  let at = 0;
  return candidatesIn(parts.join(APART), withNames)
    .toSorted((a, b) => a.start - b.start)
    .map((inner) => {
      while ((runs[at]?.decodedEnd ?? Infinity) <= inner.start) at += 1;
      const { start, end } = runs[at] ?? inner;
      return { ...inner, start, end };
    });
}

/** No value continues behind two empty lines. */
const APART = '\n\n\n';

/** Joins candidates that overlap; the highest rank says the kind. */
function merged(candidates: readonly Candidate[]): readonly Candidate[] {
  const joined: Candidate[] = [];
  for (const each of candidates.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last === undefined || each.start >= last.end) joined.push(each);
    else {
      const best = each.rank > last.rank ? each : last;
      joined[joined.length - 1] = { ...best, start: last.start, end: Math.max(last.end, each.end) };
    }
  }
  return joined;
}

/** The characters that may follow when a token is longer than its format. */
const LONGEST_REST = 4096;

/**
 * Spans that summaries hide: whatever has the form of a secret, real or not, with what continues it. They ascend and do not
 * touch. Takes linear time.
 */
export function secretSpans(text: string): readonly Span[] {
  forms ??= engineOf([...tokenMatchers('summaries'), ...NOTATIONS, KEY_BLOCKS]);
  const spans: Span[] = [];
  const outer = scanned(forms, { text, purpose: 'summaries', withNames: false, found: [] }).map(
    (each) => each.outer ?? each,
  );
  for (const { start, end } of outer.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last !== undefined && start < last.end && end <= last.end) continue;
    const whole = { start: Math.max(start, last?.end ?? 0), end: endOfRest(text, end) };
    if (last !== undefined && start <= last.end)
      spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, whole.end) };
    else spans.push(whole);
  }
  return spans;
}

function endOfRest(text: string, start: number): number {
  let end = start;
  while (end < start + LONGEST_REST && isRest(text, end)) end += 1;
  return end;
}

function isRest(text: string, at: number): boolean {
  return /[\w+/=~-]/.test(text.charAt(at)) || (text[at] === '.' && /[\w-]/.test(text.charAt(at + 1)));
}

interface Engine {
  readonly automaton: KeywordAutomaton;
  /** The matcher of each keyword. */
  readonly matcherAt: readonly number[];
  readonly matches: readonly Match[];
}

/** Built on first use, because most sessions never copy. */
let findings: Engine | undefined;
let forms: Engine | undefined;

function engineOf(matchers: readonly Matcher[]): Engine {
  return {
    automaton: buildAutomaton(matchers.flatMap(({ keywords }) => keywords)),
    matcherAt: matchers.flatMap(({ keywords }, at) => keywords.map(() => at)),
    matches: matchers.map(({ match }) => match),
  };
}

function scanned({ automaton, matcherAt, matches }: Engine, scan: Scan): readonly Candidate[] {
  const lengths = automaton.lengths;
  /** Offset before which a matcher needs no call. */
  const resume = new Int32Array(matches.length);
  eachKeyword(automaton, scan.text, (keyword, end) => {
    const at = matcherAt[keyword] ?? 0;
    const start = end - (lengths[keyword] ?? 0);
    if (start < (resume[at] ?? 0)) return;
    resume[at] = matches[at]?.(scan, start, end) ?? 0;
  });
  return scan.found;
}
