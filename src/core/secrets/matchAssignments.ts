/** Matches values under a secret name: `name = value` in the notations of code, configuration, shells, and addresses. */
import { decodedText } from './base64';
import { credentialName, isCredential } from './judgeValue';
import { isCredentials } from './matchNotations';
import { namedKindOf } from './namedKinds';
import { isPlaceholder } from './placeholders';
import { RANK, type Matcher } from './scan';

const LONGEST_NAME = 100;
const LONGEST_VALUE = 512;
const SPACES = 20;

export const ASSIGNMENTS: Matcher = {
  keywords: ['key', 'secret', 'token', 'passw', 'passphrase', 'pwd', 'pass', 'credential', 'auth'],
  match(scan, keyword, keywordEnd) {
    const { text } = scan;
    const nameStart = startOfName(text, keyword);
    const nameEnd = endOfName(text, keywordEnd);
    const value = valueBehind(text, nameStart, nameEnd);
    if (value === undefined) return nameEnd;
    const { start, end } = value;
    const kind = kindOf(text.slice(nameStart, nameEnd), text.slice(start, end), value.isQuoted);
    const rank = kind === 'secret-value' || kind === 'password' ? RANK.name : RANK.namedFormat;
    if (kind !== undefined && (scan.withNames || rank !== RANK.name))
      scan.found.push({ start, end, kind, rank });
    return nameEnd;
  },
};

function kindOf(name: string, value: string, isQuoted: boolean): string | undefined {
  if (value.length < 8) return undefined;
  if (/^_?auth$/i.test(name) && isCredentials(decodedText(value, 0, value.length))) return 'docker-auth';
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return undefined;
  const vendor = /hash|url|uri|public|sha\d/i.test(name) ? undefined : namedKindOf(name, value);
  if (vendor !== undefined && !vendor.endsWith('-id') && !isPlaceholder(value)) return vendor;
  const credential = credentialName(name);
  if (credential === undefined || !isCredential(credential, value, isQuoted)) return undefined;
  return credential === 'password' ? 'password' : 'secret-value';
}

function startOfName(text: string, at: number): number {
  let start = at;
  while (start > at - LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function endOfName(text: string, at: number): number {
  let end = at;
  while (end < at + LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

/** Letters, digits, and `_ - . $`. */
function isNameCharacter(code: number): boolean {
  return (
    (code > 96 && code < 123) ||
    (code > 64 && code < 91) ||
    (code > 47 && code < 58) ||
    code === 95 ||
    code === 45 ||
    code === 46 ||
    code === 36
  );
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** The value behind a name. Reads at most a few hundred characters. */
function valueBehind(text: string, nameStart: number, nameEnd: number): Value | undefined {
  const quote = quoteAt(text, nameEnd);
  let at = nameEnd + quote.length;
  if (text[at] === ']' || text[at] === ')') at += 1;
  at = skipSpaces(text, at);
  // <add key="Password" value="…"/>
  if (quote !== '' && text.startsWith('value=', at)) at += 5;
  const sign = signAt(text, at, nameStart, quote);
  if (sign === undefined) return undefined;
  const value = valueAt(text, skipToValue(text, at + sign.length), sign);
  if (value === undefined || sign !== ':' || value.isQuoted) return value;
  // name: Type = value
  const next = skipSpaces(text, value.end);
  return text[next] === '=' && text[next + 1] !== '='
    ? valueAt(text, skipSpaces(text, next + 1), '=')
    : value;
}

const SIGNS = ['===', '==', ':=', '=>', '?=', '||', '??', '=', ':'];

/** The separator between a name and its value: a sign, a comma after a quoted name, the end of a tag, or a space in .netrc and Dockerfile. */
function signAt(text: string, at: number, nameStart: number, quote: string): string | undefined {
  const sign = SIGNS.find((each) => text.startsWith(each, at));
  if (sign !== undefined) return sign;
  if (quote !== '' && text[at] === ',') return ',';
  if (text[at] === '>' && text[nameStart - 1] === '<') return '>';
  if (text[at - 1] !== ' ') return undefined;
  if (text.startsWith('--', nameStart)) return '';
  const before = text
    .slice(Math.max(0, nameStart - LONGEST_LOGIN), nameStart)
    .trimEnd()
    .split(/\s+/);
  return /^(?:ENV|ARG)$/.test(before.at(-1) ?? '') || before.at(-2) === 'login' ? '' : undefined;
}

/** Characters before a password in .netrc: `login me password …`. */
const LONGEST_LOGIN = 140;

/** Spaces, and one line break with the mark of a YAML block before it. */
function skipToValue(text: string, start: number): number {
  let at = skipSpaces(text, start);
  if (text[at] === '|' || text[at] === '>') at += text[at + 1] === '-' || text[at + 1] === '+' ? 2 : 1;
  if (text[at] === '\\' && /^\r?\n/.test(text.slice(at + 1, at + 3))) at += 1;
  if (text[at] === '\r') at += 1;
  return text[at] === '\n' ? skipSpaces(text, at + 1) : at;
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (at < start + SPACES && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at;
}

/** A quote with the backslashes before it, or three quotes. Empty if there is none. */
function quoteAt(text: string, start: number): string {
  let at = start;
  while (at < start + 3 && text[at] === '\\') at += 1;
  const quote = text.charAt(at);
  if (quote === '' || !'"\'`'.includes(quote)) return text.startsWith('&quot;', start) ? '&quot;' : '';
  if (at === start && text.startsWith(quote.repeat(3), start)) return quote.repeat(3);
  return text.slice(start, at + 1);
}

function valueAt(text: string, at: number, sign: string): Value | undefined {
  let start = at;
  // Prefixes of strings: r"…", b'…', @"…".
  if (
    quoteAt(text, start) === '' &&
    quoteAt(text, start + 1) !== '' &&
    'rbfuRBFUL@$'.includes(text.charAt(start))
  )
    start += 1;
  const quote = quoteAt(text, start);
  return quote === '' ? bareValue(text, start, sign) : quotedValue(text, start + quote.length, quote);
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;

function quotedValue(text: string, begin: number, quote: string): Value | undefined {
  let start = begin;
  if (quote.length === 3) while (start < begin + SPACES && /\s/.test(text.charAt(start))) start += 1;
  const first = quote.charCodeAt(0);
  const limit = Math.min(text.length, start + LONGEST_VALUE);
  let end = start;
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (code === LINE_FEED || code === CARRIAGE_RETURN || (code === first && text.startsWith(quote, end)))
      break;
    // An escaped character, unless the quote itself is escaped.
    end += code === BACKSLASH && quote.length === 1 ? 2 : 1;
  }
  const isClosed = text.startsWith(quote, end) || quote.length === 3;
  return isClosed ? { start, end, isQuoted: true } : undefined;
}

const BARE_ENDS = ' \t\r\n"\'`,;&<>(){}[]|\\';

/** A value without quotes must be followed by something that ends a value, not by the rest of an expression. */
function bareValue(text: string, start: number, sign: string): Value | undefined {
  let end = start;
  const limit = Math.min(text.length, start + LONGEST_VALUE);
  while (end < limit && !BARE_ENDS.includes(text.charAt(end))) {
    if (text[end] === '=' && !isPadding(text, end)) break;
    end += 1;
  }
  const next = text.charAt(end);
  if (end === start || ('([{'.includes(next) && next !== '')) return undefined;
  return { start, end, isQuoted: sign === '>' };
}

function isPadding(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return next === '=' || next === '' || BARE_ENDS.includes(next);
}
