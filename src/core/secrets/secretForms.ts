/** Recognizes secrets by their form, wherever they occur. */
import type { Span } from '../facts/fileFacts';
import { NAMED_TOKENS, TOKENS } from './tokenFormats';

/**
 * Formats shared by several vendors: key blocks, credentials in a URL or for `curl -u`, bearer tokens, basic
 * credentials, parts of a JWT, and hashes of passwords.
 */
const FORMS: readonly string[] = [
  String.raw`-{4,5} ?BEGIN [^\n-]{0,80}-{4,5}[^]*?(?:-{4,5} ?END [^\n-]{0,80}-{4,5}|$)`,
  String.raw`(?<=:\/\/)[^/\s:]{0,200}:[^/\s]{0,200}(?=@)`,
  String.raw`(?<=\s(?:-u|--user)[ =]{1,4}["']?)(?!\d{1,10}:\d{1,10}\b)[^\s"':$<{]{0,200}:(?![$<{*%.])[^\s"']{1,200}`,
  String.raw`\b[Bb]earer [\w+/=.~-]{20,512}`,
  String.raw`\b[Bb]asic (?=[\w+/]{0,200}[A-Z])(?=[\w+/]{0,200}[\d=])[\w+/]{8,512}={0,2}`,
  String.raw`\beyJ[\w-]{10,512}`,
  String.raw`\$(?:apr1|[156])\$[\w./]{1,16}\$[\w./]{20,100}|\$2[abxy]\$\d\d\$[\w./]{50,60}|\$argon2(?:id|i|d)\$[\w./$,=+]{20,200}`,
];

/** Prefixes that vendors reserve for secrets: the text after them is hidden, even at an unusual length. */
const PREFIXES = String.raw`\b(?:sk|pk|rk|gh[opsru]|github_pat|glpat|xox[a-z]|npm|pypi|hf|shpat|dop_v1)[-_][\w-]{8,512}|\b(?:AKIA|ASIA)[A-Z0-9]{12,512}`;

/** Formats that require the same entropy; of several that match, the first decides. Forms and prefixes require none. */
interface FormatClass {
  readonly entropy: number;
  readonly pattern: RegExp;
}

const CLASSES: readonly FormatClass[] = [...new Set([0, ...TOKENS.map(([, entropy]) => entropy)])].map(
  (entropy) => {
    const formats = TOKENS.flatMap(([, required, pattern]) => (required === entropy ? [pattern] : []));
    const all = entropy === 0 ? [...formats, ...FORMS, PREFIXES] : formats;
    return { entropy, pattern: new RegExp(all.join('|'), 'y') };
  },
);
const ALL = new RegExp([...TOKENS.map(([, , pattern]) => pattern), ...FORMS, PREFIXES].join('|'), 'g');

/** The remaining characters of a token that is longer than its format. */
const REST = /(?:[\w+/=~-]|\.(?=[\w-])){0,4096}/y;

/**
 * Finds secrets that are recognizable by their format: tokens of known vendors, key blocks, credentials in a URL. The
 * spans ascend and do not touch. Takes linear time, because every repetition in the patterns is bounded.
 */
export function secretSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  ALL.lastIndex = 0;
  for (let match = ALL.exec(text); match !== null; match = ALL.exec(text)) {
    const start = match.index;
    const end = endOfSecret(text, start);
    if (end === undefined) {
      ALL.lastIndex = start + 1;
      continue;
    }
    ALL.lastIndex = endOf(REST, text, end) ?? end;
    spans.push({ start, end: ALL.lastIndex });
  }
  return spans;
}

/** The end of the longest secret that begins at `start`, of those with the entropy that their formats require. */
function endOfSecret(text: string, start: number): number | undefined {
  let longest: number | undefined;
  for (const { entropy, pattern } of CLASSES) {
    const end = endOf(pattern, text, start);
    if (end === undefined || end <= (longest ?? start)) continue;
    if (entropy === 0 || entropyOf(text.slice(start, end)) >= entropy) longest = end;
  }
  return longest;
}

/** The end of a match that begins exactly at `start`. */
function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/**
 * Whether name and value together make a secret: a random ID under `DROPBOX` is one, other values of that name are
 * harmless.
 */
export function isNamedToken(name: string, value: string): boolean {
  const plain = value.replaceAll(/^["'`]|["'`;,]+$/g, '');
  if (plain.length < SHORTEST || plain.length > LONGEST) return false;
  if (isApiName(name) && /^[\w.=-]+$/.test(plain) && entropyOf(plain) > API_ENTROPY) return true;
  return namedTokens().some(
    (format) => format.name.test(name) && format.value.test(plain) && entropyOf(plain) >= format.entropy,
  );
}

const SHORTEST = 10;
const LONGEST = 200;
const API_ENTROPY = 3.5;

/** Most values under such a name are harmless; random ones are secrets. */
function isApiName(name: string): boolean {
  return /access|api(?![a-z])/i.test(name);
}

interface NamedToken {
  readonly name: RegExp;
  readonly value: RegExp;
  readonly entropy: number;
}

let compiled: readonly NamedToken[] | undefined;

function namedTokens(): readonly NamedToken[] {
  compiled ??= NAMED_TOKENS.map(([, entropy, value, name]) => ({
    name: new RegExp(name, 'i'),
    value: new RegExp(`^(?:${value})$`, 'i'),
    entropy,
  }));
  return compiled;
}

/** Shannon entropy of an ASCII text in bits per character; low for repetitions and placeholders. */
function entropyOf(text: string): number {
  const counts = new Uint32Array(128);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) % 128;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
