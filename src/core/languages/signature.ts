/** Reads parameters, types, and bases from the text of a signature, which is much faster than visiting its nodes. */
import type { FileSymbol, SymbolKind } from '../facts/fileFacts';
import { closingOf, findOutside, maskQuoted, outside, splitOutside, type Mark } from './topLevel';

export interface SignatureRules {
  readonly parameters: ParameterOrder;
  /** The order in variables and fields, if it differs. */
  readonly variables?: Exclude<ParameterOrder, 'words'>;
  /** The mark between the parameters and the result type. By default, the type precedes the name. */
  readonly result?: Mark;
  /** The mark before the first base. */
  readonly bases?: Mark;
  /** Whether comments begin with `#`. */
  readonly hashComments?: true;
}

/** `words` are parameters without parentheses: `f x y`. */
type ParameterOrder = 'a: T' | 'a T' | 'T a' | 'words';

export type Signature = Pick<FileSymbol, 'isAsync' | 'parameters' | 'type' | 'bases'>;

/** A signature's text without comments; in `masked`, underscores also replace strings. Offsets are the same. */
interface Source {
  readonly text: string;
  readonly masked: string;
  readonly rules: SignatureRules;
  /** Start and end of the symbol's name. */
  readonly start: number;
  readonly end: number;
}

/** In UTF-16 units. The rest of a longer signature is data. */
const LONGEST = 2_000;
const LONGEST_TYPE = 200;
/** The end of a declaration holds its name. */
const LONGEST_END = 300;
/** Limits on repetitions that only hostile texts exceed. */
const MAX_PLACES = 20;
const MAX_ATTRIBUTES = 20;
const MAX_LISTED = 100;

/** For languages whose signatures have no result type. */
export const NO_RESULT = outside(/(?!)/);

/** Parameters of a macro have no types. */
const MACRO: SignatureRules = { parameters: 'a: T', result: NO_RESULT };

const CALLABLES: ReadonlySet<SymbolKind> = new Set(['Func', 'Method', 'Macro']);
const VARIABLES: ReadonlySet<SymbolKind> = new Set(['Const', 'Field']);
const TYPES: ReadonlySet<SymbolKind> = new Set(['Class', 'Struct', 'Interface', 'Trait', 'Enum']);

/** Whether `async` comes before the parameters. A native search first is much faster than a pattern alone. */
function isAsync(masked: string): boolean {
  return masked.includes('async') && /^[^(]*\basync\b/.test(masked);
}

/** Reads the parameters, type, and bases of a signature. */
export function readSignature(
  { kind, name }: Pick<FileSymbol, 'kind' | 'name'>,
  signature: string,
  rules: SignatureRules,
): Signature {
  const { text, masked } = maskQuoted(signature.slice(0, LONGEST), rules.hashComments === true);
  const { start, end } = placeOf(masked, name);
  const source = { text, masked, rules: kind === 'Macro' ? MACRO : rules, start, end };
  if (kind === 'Macro') return callable(source);
  if (CALLABLES.has(kind)) return isAsync(masked) ? { ...callable(source), isAsync: true } : callable(source);
  if (VARIABLES.has(kind)) return typed(variableType(source));
  const bases = TYPES.has(kind) ? basesOf(source) : [];
  return bases.length === 0 ? {} : { bases };
}

/** The span of the name, preferably before parameters; empty at the start if the name is not found. */
function placeOf(masked: string, name: string): { readonly start: number; readonly end: number } {
  const plain = /[\w$]+[?!]?$/.exec(name)?.[0];
  if (plain === undefined) return { start: 0, end: 0 };
  let place: { readonly start: number; readonly end: number } | undefined;
  let left = MAX_PLACES;
  for (let start = masked.indexOf(plain); start >= 0 && left > 0; start = masked.indexOf(plain, start + 1)) {
    left -= 1;
    const end = start + plain.length;
    if (isWord(masked, start - 1) || isWord(masked, end) || masked[end] === '$') continue;
    if (masked[listAfter(masked, end)] === '(') return { start, end };
    place ??= { start, end };
  }
  return place ?? { start: 0, end: 0 };
}

/**
 * Skips a closing parenthesis or type parameters after a name; parameters start at the returned offset, if there are
 * any.
 */
function listAfter(masked: string, end: number): number {
  const at = afterBlanks(masked, end);
  const mark = masked.charAt(at);
  if (mark === ')') return afterBlanks(masked, at + 1);
  return mark === '<' || mark === '[' ? afterBlanks(masked, closingOf(masked, at) + 1) : at;
}

function callable(source: Source): Signature {
  const { masked, rules } = source;
  if (rules.parameters === 'words') return wordParameters(source);
  const { open, single } = listStart(source);
  if (single !== undefined) return { parameters: [single] };
  if (open < 0) return typed(resultType(source, source.end));
  const names: string[] = [];
  let close = open;
  // A function may have several parameter lists.
  for (let next = open; masked[next] === '('; next = afterBlanks(masked, close)) {
    const end = closingOf(masked, next);
    names.push(...parameterNames(masked.slice(next + 1, end), rules.parameters));
    close = end + 1;
    // In Go, a second list is the result.
    if (rules.parameters === 'a T') break;
  }
  const parameters = names.filter((name) => !SELF.has(name)).slice(0, MAX_LISTED);
  return withType(parameters, resultType(source, close));
}

const SELF: ReadonlySet<string> = new Set(['self', 'this', 'cls']);

/**
 * The start of the parameters in `f(a)`, `f<T>(a)`, `f = (a) => …`, and `f = function (a)`, or the only name in `f = a
 * => …`.
 */
function listStart({ masked, end }: Source): { readonly open: number; readonly single?: string } {
  const direct = end === 0 ? -1 : listAfter(masked, end);
  if (masked[direct] === '(') return { open: direct };
  const sign = findOutside(masked, ASSIGNS, end);
  const from = sign?.start ?? end;
  const single = /^[=<:-]+\s*(?:async\s+)?([\w$]+)\s*=>/.exec(masked.slice(from))?.[1];
  if (single !== undefined) return { open: -1, single };
  const keyword = /\b(?:function|func|fn|param)\b[^({]{0,100}\(/.exec(masked.slice(from));
  if (keyword !== null) return { open: from + keyword.index + keyword[0].length - 1 };
  const open = masked.indexOf('(', from);
  return { open: sign !== undefined || end === 0 || /=>\s*$/.test(masked) ? open : -1 };
}

const ASSIGNS = outside(/<-|=(?![=>])/);

/** The names in a list, without patterns, unnamed types, and defaults. */
function parameterNames(list: string, order: ParameterOrder, nested = false): readonly string[] {
  if (list === '') return [];
  const pieces = splitOutside(list, COMMA).map(withoutAttributes);
  if (order === 'a T') return goNames(pieces);
  return pieces.flatMap((piece) => {
    const plain = order === 'a: T' ? PLAIN_PARAMETER.exec(piece)?.[1] : undefined;
    if (plain !== undefined) return plain;
    // Dart puts optional parameters in inner brackets.
    if (order === 'T a' && !nested && (piece[0] === '[' || piece[0] === '{'))
      return parameterNames(piece.slice(1, closingOf(piece, 0)), order, true);
    const declared = piece.slice(0, findOutside(piece, DEFAULT)?.start).trim();
    return (order === 'T a' ? nameAfterType(declared) : nameBeforeType(declared)) ?? [];
  });
}

/** Most parameters without a default, which one pattern reads in a third of the time. */
const PLAIN_PARAMETER =
  /^(?:(?:[\w\\?|]+\s+)?&?\$|&?(?:mut\s+)?)?([A-Za-z_]\w*)(?:\??:(?!:)(?:[^=\\]|=>)*)?$/;

const COMMA = outside(/,/);
const DEFAULT = outside(/=(?![=>])|\\\\|:=/);
const COLON = outside(/(?<!:):(?!:)/);

/** Removes `@Inject() `, `#[a] `, and `[Parameter()] `. */
function withoutAttributes(piece: string): string {
  let rest = piece.trim();
  if (rest === '' || !'@#['.includes(rest.charAt(0))) return rest;
  for (let left = MAX_ATTRIBUTES; left > 0; left -= 1) {
    const mark = /^(?:@[\w.]+\s*|#(?=\[)|(?=\[[^\]]*\]\s*[[$\w]))/.exec(rest)?.[0];
    if (mark === undefined) return rest;
    const opened = /^[([]/.test(rest.charAt(mark.length));
    if (!opened && mark === '') return rest;
    rest = rest.slice(opened ? closingOf(rest, mark.length) + 1 : mark.length).trim();
  }
  return rest;
}

/** `a` of `a: T`, `mut a: T`, `label a: T`, `*a`, `T $a`. A pattern has no name. */
function nameBeforeType(declared: string): string | undefined {
  const left = declared.slice(0, findOutside(declared, COLON)?.start).slice(-LONGEST_END);
  if (/[[{(]/.test(left)) return undefined;
  const plain = PLAIN_NAME.exec(left)?.[0];
  if (plain !== undefined) return plain;
  return /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)[?!]?\s*$/u.exec(left)?.[1]?.replace(/^\$(?=.)/, '');
}

/** A name without marks and without letters beyond ASCII, which the full patterns find in five times the time. */
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** `a` of `T a`, `T *a[3]`, `T (*a)(U)`, `this.a`. A type alone has no name. */
function nameAfterType(whole: string): string | undefined {
  const declared = whole.slice(-LONGEST_END);
  const pointer =
    declared.includes('(') &&
    /\(\s*[*&^][\s*&^]*(?:const\s+)?(\w+)\s*(?:\[[^\]]*\])?\s*\)/.exec(declared)?.[1];
  if (typeof pointer === 'string') return pointer;
  const [end, name] =
    AFTER_TYPE.exec(declared)?.slice(1) ??
    /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:\[[^\]]*\]\s*)*$/u.exec(declared) ??
    [];
  if (end === undefined || name === undefined || ALONE.test(name)) return undefined;
  const before = declared.slice(0, -end.length).trim();
  if (before === '') return /^[\p{Ll}_]/u.test(name) && !/_t$/.test(name) ? name : undefined;
  return QUALIFIERS_ONLY.test(before) || before.endsWith('::') ? undefined : name;
}

const ALONE =
  /^(?:void|int|char|short|long|float|double|bool|boolean|unsigned|signed|auto|const|string|bytes\d*|u?int\d+|address|memory|calldata|storage)$/;
const QUALIFIERS_ONLY = /^(?:(?:const|volatile|struct|union|enum|class|typename)\s*)+$/;

/** A name that ends the text, twice. */
const AFTER_TYPE = /^(?:.*[\s*&])?(([A-Za-z_]\w*))$/s;

/** Go names all parameters or none. */
function goNames(pieces: readonly string[]): readonly string[] {
  const parts = pieces.map((piece) => /^([\p{L}_][\p{L}\p{N}_]*)(\s+\S|$)/u.exec(piece) ?? []);
  if (!parts.some(([, , type]) => type !== undefined && type !== '')) return [];
  return parts.flatMap(([, name]) => name ?? []);
}

const WORDS_END = outside(/=|\||->|(?<![:\w]):(?!:)|:(?=\s)/);
const ARROW = outside(/->/);

/** Reads `f x ~y (z : t) : u =`, or the last line of `f :: a -> b` and `f x =`. */
function wordParameters({ text, masked, start, end }: Source): Signature {
  const type = /^\s*::\s*((?:.|\n\s)*)/.exec(masked.slice(end))?.[1];
  const line = masked.lastIndexOf(`\n${masked.slice(start, end)}`);
  const from = type === undefined ? end : line < 0 ? masked.length : line + 1 + end - start;
  const to = findOutside(masked, WORDS_END, from)?.start ?? masked.length;
  const names = [
    ...masked
      .slice(from, to)
      .matchAll(/\(\s*([a-z_]\w*'*)\s*[:)=][^()]*\)?|\([^()]*\)|(?<![\w'])[~?]?([a-z_][\w']*)/g),
  ];
  const parameters = names.flatMap(([, named, plain]) => named ?? plain ?? []).slice(0, MAX_LISTED);
  if (type !== undefined) return withType(parameters, splitOutside(type, ARROW).at(-1));
  return withType(parameters, masked[to] === ':' ? text.slice(to + 1).replace(/=\s*$/, '') : undefined);
}

/** `close` is the end of the parameters. */
function resultType(source: Source, close: number): string | undefined {
  const { text, masked, rules } = source;
  const { result } = rules;
  if (result === undefined) return typeBefore(source);
  const mark = findOutside(masked, result, close);
  if (mark === undefined) return rules.parameters === 'T a' ? typeBefore(source) : undefined;
  const type = text.slice(mark.end, findOutside(masked, ENDS, mark.end)?.start);
  // A constructor may call another one there.
  return /^\s*(?:this|super)\s*\(/.test(type) ? undefined : type;
}

const ENDS = outside(/\bwhere\b|\bthrows\b|[;\n]\s*$|(?:=>|=|:|\{)\s*$|=(?![=>])/);

function variableType(source: Source): string | undefined {
  const { text, masked, rules, end } = source;
  const order = rules.variables ?? rules.parameters;
  if (order === 'T a') return typeBefore(source);
  const mark = order === 'a T' ? /^(?:\s*,\s*\w+)*[ \t]+(?=[^\s=,`])/ : /^[`?!]?\s*::?(?!=)\s*/;
  const found = mark.exec(masked.slice(end))?.[0];
  if (found === undefined) return undefined;
  const from = end + found.length;
  return text.slice(from, findOutside(masked, TYPE_ENDS, from)?.start);
}

/** Marks that end a variable's type: a value, accessors, the next variable, or another clause. */
const TYPE_ENDS = outside(/=(?![=>])|[;,`]|\{\s*(?:$|get\b|set\b)|\balign\b|\bby\b|\n(?=\w)/);

/** Words before a declaration that are not part of its type. */
const MODIFIERS =
  /^(?:(?:public|private|protected|internal|static|final|abstract|virtual|override|readonly|async|extern|inline|explicit|constexpr|constinit|consteval|friend|mutable|register|synchronized|native|transient|default|sealed|partial|unsafe|implicit|new|required|late|external|factory|covariant|var|let|val|const(?=\s+(?:int|string|bool|double|float|long|byte|char|decimal|short|u\w+)\s*$)|typedef|export|event|delegate|function|modifier|get|set|fixed|volatile|operator)(?![\w$])|@[\w.]+(?:\([^()]*\))?|\[[^\]]*\](?=\s*[\w[])|__\w+(?:\(\([^()]*\)\))?|template\s*<[^{};]*?>(?=\s*[\w[:])|<[^()]*?>(?=\s*[\w]))\s*/;

/** The type before the name, without modifiers. */
function typeBefore({ text, masked, start, end }: Source): string | undefined {
  let from = 0;
  for (;;) {
    const modifier = MODIFIERS.exec(masked.slice(from, start))?.[0];
    if (modifier === undefined) break;
    from += modifier.length;
  }
  const unmarked = text.slice(from, start).replace(/(?:\b(?:get|set|operator)|[($])\s*$/, '');
  const before = (/[:.~]\s*$/.test(unmarked) ? unmarked.replace(QUALIFIED, qualified) : unmarked)
    .replaceAll(/\b(?:public|private|internal|constant|immutable|payable)\b/g, ' ')
    .trim();
  if (before === 'auto') return /\)[^{]*?->\s*([^{;]+)/.exec(masked.slice(end))?.[1] ?? before;
  if (/^(?:$|["'#]|(?:const|enum|case|export|import)\b(?!\s+[\w:]))/.test(before)) return undefined;
  return before.slice(0, findOutside(before, NEXT)?.start);
}

const NEXT = outside(/[=,]/);

const QUALIFIED = /[\w$:<>,.~ ]{0,300}(?:::|\.|~)\s*$/;

/** The type in `T Store<U>::`. */
function qualified(before: string): string {
  const at = before.search(/[\w$]+(?:<[^<>]*>)?(?:(?:::|\.)~?[\w$]*(?:<[^<>]*>)?)*\s*~?$/);
  return at < 0 ? '' : before.slice(0, at);
}

/** Bases without type arguments and constructor arguments. */
function basesOf({ masked, rules, end }: Source): readonly string[] {
  const { bases } = rules;
  if (bases === undefined) return [];
  const trait = /^(?:unsafe\s+)?impl\b/.exec(masked)?.[0];
  if (trait !== undefined) return implemented(masked.slice(trait.length));
  const mark = findOutside(masked, bases, afterName(masked, end));
  if (mark === undefined) return [];
  const tail = masked.slice(mark.end).replace(/\bwhere\b[^]*|\{\s*$|\bpermits\b[^]*/, '');
  return splitOutside(tail, SEPARATES)
    .flatMap((piece) => {
      if (/^[^(<[]*=/.test(piece)) return [];
      return /(?:[\w$]+(?:::|[.\\]))*[\w$]+/.exec(piece.replace(ACCESS, ''))?.[0] ?? [];
    })
    .slice(0, MAX_LISTED);
}

const SEPARATES = outside(/,|&|\+|\)|\b(?:extends|implements|with)\b/);
const ACCESS = /^\s*(?:(?:public|private|protected|virtual|indirect|dyn)\s+)*/;

/** `Display` of `<T> fmt::Display<T> for Store<T>`, Rust's. */
function implemented(rest: string): readonly string[] {
  const from = rest.startsWith('<') ? closingOf(rest, 0) + 1 : 0;
  const name = /^\s*!?\s*([\w:]+)[^{]*?\sfor\s/.exec(rest.slice(from))?.[1];
  return name === undefined ? [] : [name];
}

/** The offset after the type parameters. */
function afterName(masked: string, end: number): number {
  return masked[end] === '<' || masked[end] === '[' ? closingOf(masked, end) + 1 : end;
}

function typed(written: string | undefined): Pick<FileSymbol, 'type'> {
  const type = typeText(written);
  return type === undefined ? {} : { type };
}

function withType(parameters: readonly string[], written: string | undefined): Signature {
  const type = typeText(written);
  return type === undefined ? { parameters } : { parameters, type };
}

function typeText(written: string | undefined): string | undefined {
  const type = written?.trim() ?? '';
  if (type === '') return undefined;
  return (/\s\s|[^\S ]/.test(type) ? type.replaceAll(/\s+/g, ' ') : type).slice(0, LONGEST_TYPE);
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text, at)) at += 1;
  return at;
}

/** Like `/\s/`, without running a pattern on ASCII. */
function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return unit >= 0x80 && /\s/.test(text.charAt(at));
}

function isWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const isLetter = (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
  return isLetter || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}
