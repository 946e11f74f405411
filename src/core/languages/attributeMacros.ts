/**
 * Attribute-like macros in lower case: `static int __init run(void)`, `__printf(1, 2) void log(…)`,
 * `int left __read_mostly;`. Each is recognized by the words around it, from the last to the first, so that the words
 * after it are already known.
 */
import { blankCode } from './blank';
import { ATTRIBUTES, NO_ATTRIBUTES } from './knownMacros';

/** May contain strings and nested pairs of parentheses. */
export const ARGUMENTS = String.raw`\((?:[^()"\n]|"(?:[^"\\\n]|\\.){0,200}"|\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\)){0,300}\)`;
const CANDIDATE = new RegExp(
  String.raw`(?<![\w#.>])(_{2,}[a-z]\w{1,80}|\b(?:${ATTRIBUTES.join('|')})\b)([ \t]?${ARGUMENTS})?`,
  'g',
);

/** Words that may stand before the type of a declaration. */
const BEFORE_TYPE = new Set(
  'static extern inline const volatile register typedef unsigned signed long short virtual explicit friend constexpr struct union enum class typename public private protected'.split(
    ' ',
  ),
);
/** Those that may be the whole type. */
const NUMBERS = new Set(['unsigned', 'signed', 'long', 'short']);
const KEYS = new Set(['struct', 'union', 'enum', 'class']);
/** Words that no declaration goes on after. */
const STATEMENTS = new Set(
  'return goto case else do sizeof typeof __typeof__ define undef ifdef ifndef if elif defined new delete throw operator using namespace and or not while for switch break continue include import template'.split(
    ' ',
  ),
);

/** Arguments with two words side by side, or nothing, are parameters. */
const PARAMETERS = /^\(\s*(?:void\s*)?\)$|[A-Za-z_]\w*[\s*&]+[A-Za-z_]|\.\.\./;

interface Candidate {
  readonly name: string;
  /** With its parentheses. */
  readonly arguments: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Returns a text of the same length and with the same lines. */
export function blankAttributes(text: string): string {
  const found: Candidate[] = [];
  for (const { 0: whole, 1: name = '', 2: list, index } of text.matchAll(CANDIDATE)) {
    if (NO_ATTRIBUTES.test(name)) continue;
    found.push({ name, arguments: list?.trimStart(), start: index, end: index + whole.length });
  }
  const endByStart = new Map<number, number>();
  const blanked: Candidate[] = [];
  for (const candidate of found.reverse()) {
    const bare = candidate.arguments === undefined ? candidate : withoutArguments(candidate);
    const isWhole = isAttribute({ text, endByStart, candidate });
    const chosen = isWhole
      ? candidate
      : bare !== candidate && isAttribute({ text, endByStart, candidate: bare })
        ? bare
        : undefined;
    if (chosen === undefined) continue;
    // Runs join, so that each is skipped in one step.
    endByStart.set(chosen.start, skip(text, endByStart, chosen.end));
    blanked.push(chosen);
  }
  let result = '';
  let at = 0;
  for (const { start, end } of blanked.reverse()) {
    if (start < at) continue;
    result += text.slice(at, start) + blankCode(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}

/** `__user (*read)(void)`: what is in parentheses may be a declarator. */
function withoutArguments(candidate: Candidate): Candidate {
  return { ...candidate, arguments: undefined, end: candidate.start + candidate.name.length };
}

interface Reading {
  readonly text: string;
  readonly endByStart: ReadonlyMap<number, number>;
  readonly candidate: Candidate;
}

function isAttribute({ text, endByStart, candidate }: Reading): boolean {
  const before = wordBefore(text, candidate.start);
  const at = skip(text, endByStart, candidate.end);
  const next = WORD.test(text.charAt(at)) ? 'word' : text.charAt(at);
  const hasParameters = candidate.arguments !== undefined && PARAMETERS.test(candidate.arguments);
  if (before.word === undefined) {
    const goesOn = !hasParameters && next === 'word' && declares(text, endByStart, at);
    switch (before.mark) {
      case '*':
        return !hasParameters && next === 'word';
      case ')':
        return (
          /[;{,=]/.test(next) &&
          (next !== ',' || candidate.arguments === undefined) &&
          closesParameters(text, before.start)
        );
      case ']':
        return !hasParameters && /[;,=]/.test(next);
      case '}':
        if (text.slice(before.start, candidate.start).includes('\n')) return goesOn;
        return /[;,=]/.test(next) || next === 'word';
      default:
        return goesOn || (KNOWN.has(candidate.name) && (next === 'word' || next === '*'));
    }
  }
  if (STATEMENTS.has(before.word)) return false;
  if (BEFORE_TYPE.has(before.word)) {
    if (hasParameters || next !== 'word') return false;
    return KEYS.has(before.word) ? opensType(text, at) : declares(text, endByStart, at);
  }
  if (hasParameters) return false;
  if (next === 'word' || (next === '*' && candidate.arguments === undefined)) return true;
  if (!/[;,=[)]/.test(next) || isMacro(before.word)) return false;
  // After the name, which has a type before it.
  const type = wordBefore(text, before.start);
  return type.word === undefined
    ? type.mark === '*'
    : (!BEFORE_TYPE.has(type.word) || NUMBERS.has(type.word)) &&
        !STATEMENTS.has(type.word) &&
        !/\n\s*\n/.test(text.slice(type.start, before.start));
}

const WORD = /\w/;
const KNOWN: ReadonlySet<string> = new Set([
  ...ATTRIBUTES,
  '__user',
  '__force',
  '__iomem',
  '__rcu',
  '__percpu',
  '__kernel',
]);

function isMacro(word: string): boolean {
  return (word.startsWith('__') && !NO_ATTRIBUTES.test(word)) || KNOWN.has(word);
}

/** The end of white space and of what is already blanked. */
function skip(text: string, endByStart: ReadonlyMap<number, number>, from: number): number {
  let at = from;
  for (;;) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\t' || char === '\n' || char === '\\') at += 1;
    else {
      const end = endByStart.get(at);
      if (end === undefined) return at;
      at = end;
    }
  }
}

interface Before {
  /** Undefined if there is no word. */
  readonly word: string | undefined;
  readonly mark: string;
  readonly start: number;
}

function wordBefore(text: string, from: number): Before {
  let end = from;
  while (end > 0 && ' \t\n\\'.includes(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && end - start < 100 && WORD.test(text.charAt(start - 1))) start -= 1;
  if (start < end) return { word: text.slice(start, end), mark: '', start };
  return { word: undefined, mark: text.charAt(end - 1), start: end - 1 };
}

/** Whether a type and a name begin at `at`. */
function declares(text: string, endByStart: ReadonlyMap<number, number>, at: number): boolean {
  let end = at;
  while (WORD.test(text.charAt(end))) end += 1;
  if (STATEMENTS.has(text.slice(at, end))) return false;
  let next = skip(text, endByStart, end);
  const first = text.charAt(next);
  if (first === '<' || text.startsWith('::', next)) return true;
  if (first === '*') {
    while (text.charAt(next) === '*') next = skip(text, endByStart, next + 1);
    return WORD.test(text.charAt(next)) || text.charAt(next) === '(';
  }
  return WORD.test(first) || text.startsWith('(*', next);
}

const TYPE_BODY = /^\w{1,100}\s{0,80}[{:]/;

function opensType(text: string, at: number): boolean {
  return TYPE_BODY.test(text.slice(at, at + 200));
}

/** Whether the parenthesis closes parameters of a declaration: before them are a type and a name. */
function closesParameters(text: string, close: number): boolean {
  let depth = 0;
  let at = close;
  for (const last = Math.max(0, close - 2_000); at >= last; at -= 1) {
    const char = text.charAt(at);
    if (char === ')') depth += 1;
    else if (char === '(' && (depth -= 1) === 0) break;
    else if (char === ';' || char === '{' || char === '}') return false;
  }
  if (depth > 0) return false;
  const name = wordBefore(text, at);
  if (name.word === undefined) return name.mark === ')';
  if (STATEMENTS.has(name.word)) return false;
  if (isMacro(name.word)) return true;
  const type = wordBefore(text, name.start);
  return type.word === undefined ? /[*&]/.test(type.mark) : !STATEMENTS.has(type.word);
}
