/**
 * Renders the block of one file in the symbol map, compactly: its declarations and imports, and the files that refer to
 * it.
 */
import { escapePath, oneLine } from '../../compose/escapePath';
import type { FileFacts, FileSymbol, SymbolKind } from '../../facts/fileFacts';
import { usesOf } from '../../facts/references';
import type { RepoPath } from '../../files/repoPath';
import { isTestFile } from './testFile';

/** A place where a symbol is used. */
export interface Reference {
  readonly path: RepoPath;
  /** 1-based. Absent in a map whose references only name files. */
  readonly line?: number;
}

/** The items to print, and the total count. */
export interface Few<T> {
  readonly first: readonly T[];
  readonly count: number;
}

/** The declarations and imports of a file. */
interface FileStructure {
  readonly path: RepoPath;
  /** Undefined for a file without a grammar. */
  readonly facts: FileFacts | undefined;
  /** Modules outside the folder, as written. */
  readonly outside: readonly string[];
  /** The imported files of the folder, or folders ending with a slash. */
  readonly inside: readonly string[];
}

/** The data that the map prints about a file. */
export interface MapFile extends FileStructure {
  /** The files that refer to it. */
  readonly users: Few<RepoPath>;
  /** Returns the first line in each file that uses a name defined here. */
  referencesTo(name: string): Few<Reference>;
  /** Returns the file that defines a name used here; undefined if it is outside the folder or ambiguous. */
  definerOf(name: string): RepoPath | undefined;
}

const MOST_CALLS = 5;
export const MOST_REFERENCES = 3;
const MOST_LINES = 5;
export const MOST_USERS = 5;

/** The result ends with a line feed. `shorten` turns an escaped path into the one that the map prints. */
export function renderMapBlock(file: MapFile, shorten: (path: string) => string): string {
  const short = (path: RepoPath): string => shorten(escapePath(path));
  const { path, facts, users } = file;
  const lines = [`${escapePath(path)}:${users.count === 0 ? '' : ` ←${users.count}`}`, ...importLines(file)];
  if (isTestFile(path)) return `${[...lines, ...(facts === undefined ? [] : testLines(facts))].join('\n')}\n`;
  if (facts !== undefined) lines.push(...symbolLines(file, facts, short));
  if (users.count > 0) lines.push(`←refs: ${listed(users.first.map(short), MOST_USERS, users.count)}`);
  return `${lines.join('\n')}\n`;
}

/**
 * The declarations and imports of a file without line numbers and references. Two blocks with the same structure differ only
 * in those.
 */
export function structureOf(file: FileStructure): string {
  const { path, facts } = file;
  const lines =
    facts && (isTestFile(path) ? testLines(facts) : declarationsIn(facts).map(({ text }) => text));
  return [...importLines(file), ...(lines ?? [])].join('\n');
}

function importLines({ outside, inside }: FileStructure): readonly string[] {
  const modules = new Set(outside.map((source) => oneLine(source).split(FIRST_PART)[0] ?? ''));
  modules.delete('');
  return [
    ...(modules.size === 0 ? [] : [`i ${[...modules].join(',')}`]),
    ...(inside.length === 0 ? [] : [`i→ ${[...new Set(inside)].map(escapePath).join(',')}`]),
  ];
}

/** Matches the dot after the first part of a name. */
const FIRST_PART = /(?<=[^.])\./;

function symbolLines(file: MapFile, facts: FileFacts, short: (path: RepoPath) => string): readonly string[] {
  const calls = callsBySymbol(file, facts);
  let before = '';
  return declarationsIn(facts).map(({ at, name, isTop, text, lines }) => {
    const line = `${text}:${listed(lines.map(String), MOST_LINES)}`;
    if (!isTop) return line;
    const called = (calls.get(at) ?? []).map(([name, path]) => `${short(path)}:${oneLine(name)}`);
    const { first, count } = file.referencesTo(name);
    const used = first.map(({ path, line }) => `${short(path)}${line === undefined ? '' : `:${line}`}`);
    const references = count === 0 ? '' : ` ←${listed(used, MOST_REFERENCES, count)}`;
    const isSame = references !== '' && references === before;
    before = references;
    return `${line}${called.length === 0 ? '' : ` →${called.join(',')}`}${isSame ? ' ←″' : references}`;
  });
}

/** A line of a block that declares a symbol, or all declarations of a variable. */
interface Declaration {
  /** Index of the first symbol. */
  readonly at: number;
  readonly name: string;
  readonly isTop: boolean;
  /** Indented, without places. */
  readonly text: string;
  /** 1-based. */
  readonly lines: readonly number[];
}

function declarationsIn({ symbols }: FileFacts): readonly Declaration[] {
  const shown = symbols.map((symbol) => signOf(symbol) !== undefined);
  const depths = symbols.map(() => 0);
  const repeated = variableLines(symbols);
  const declarations: Declaration[] = [];
  for (const [at, symbol] of symbols.entries()) {
    const sign = signOf(symbol);
    const { name, parent } = symbol;
    // Members of an unlisted symbol are not listed either.
    if (sign === undefined || (parent >= 0 && shown[parent] !== true)) {
      shown[at] = false;
      continue;
    }
    const depth = (depths[at] = parent < 0 ? 0 : (depths[parent] ?? 0) + 1);
    const lines = sign === 'v' ? repeated.get(variableKey(symbol)) : [symbol.startLine];
    // The first declaration lists the lines of all.
    if (lines === undefined) continue;
    if (sign === 'v') repeated.delete(variableKey(symbol));
    const text = `${'  '.repeat(depth)}${sign} ${declared(symbol)}`;
    declarations.push({ ...{ at, name, text, lines }, isTop: depth === 0 });
  }
  return declarations;
}

/** `name(bases)` for a type, `name(parameters)->type` for a function. */
function declared(symbol: FileSymbol): string {
  const { name, parameters, bases = [], type } = symbol;
  const inParentheses = parameters ?? bases;
  const list =
    parameters === undefined && bases.length === 0 ? '' : `(${inParentheses.map(shortType).join(',')})`;
  return `${oneLine(name)}${list}${type === undefined ? '' : `->${shortType(type)}`}`;
}

/** `?X` for `Optional[X]`, `[X]` for `List[X]`. Linear. */
function shortType(type: string): string {
  const text = oneLine(type);
  if (!text.includes('[')) return text;
  const closers = closingBrackets(text);
  const dropped = new Set<number>();
  let short = '';
  let from = 0;
  for (const { 0: written, 1: wrapper, index } of text.matchAll(BRACKETED)) {
    const end = index + written.length;
    const closer = closers.get(end - 1);
    if (wrapper === undefined ? !dropped.has(index) : closer === undefined) continue;
    short += text.slice(from, index);
    from = end;
    if (wrapper === 'Optional' && closer !== undefined) dropped.add(closer);
    if (wrapper !== undefined) short += wrapper === 'Optional' ? '?' : '[';
  }
  return short + text.slice(from);
}

/** A wrapper with its opening bracket, or any closing bracket. */
const BRACKETED = /\b(?:typing\.)?(Optional|[Ll]ist)\[|\]/g;

/** Offsets of closing brackets by those of the brackets they close. */
function closingBrackets(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: mark, index } of text.matchAll(/[[\]]/g)) {
    if (mark === '[') open.push(index);
    else closers.set(open.pop() ?? -1, index);
  }
  return closers;
}

/** The calls inside each top-level symbol, by the symbol's index: each called name once, ordered by first line. */
function callsBySymbol(
  file: MapFile,
  { symbols, references }: FileFacts,
): ReadonlyMap<number, readonly (readonly [name: string, path: RepoPath])[]> {
  const calls = usesOf(references).flatMap(({ name, calls: lines }) => {
    const path = file.definerOf(name);
    return path === undefined ? [] : lines.map((line) => ({ name, path, line }));
  });
  calls.sort((one, other) => one.line - other.line);
  const bySymbol = new Map<number, (readonly [string, RepoPath])[]>();
  for (const [at, { parent, startLine, endLine }] of symbols.entries()) {
    if (parent >= 0) continue;
    const found = new Map<string, RepoPath>();
    for (let index = firstFrom(calls, startLine); found.size < MOST_CALLS; index += 1) {
      const call = calls[index];
      if (call === undefined || call.line > endLine) break;
      found.set(call.name, call.path);
    }
    if (found.size > 0) bySymbol.set(at, [...found]);
  }
  return bySymbol;
}

function firstFrom(calls: readonly { readonly line: number }[], line: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((calls[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The lines of each variable, which may be declared repeatedly. */
function variableLines(symbols: readonly FileSymbol[]): Map<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const symbol of symbols) {
    if (signOf(symbol) !== 'v') continue;
    const key = variableKey(symbol);
    const known = lines.get(key);
    if (known === undefined) lines.set(key, [symbol.startLine]);
    else known.push(symbol.startLine);
  }
  return lines;
}

function variableKey({ parent, name }: FileSymbol): string {
  return `${parent} ${name}`;
}

/** `# 1c/2m 3f fixtures:a,b`: classes, their methods, test functions, and the other functions that tests use. */
function testLines({ symbols, family }: FileFacts): readonly string[] {
  if (family !== 'code') return [];
  const signs = symbols.map((symbol) => signOf(symbol)?.at(-1));
  const count = (sign: string): number => signs.filter((each) => each === sign).length;
  const suites = new Set(symbols.flatMap(({ kind, parent }) => (kind === 'Test' ? [parent] : [])));
  const functions = symbols.filter(
    ({ kind, parent }, at) => signs[at] === 'f' && kind !== 'Test' && parent < 0,
  );
  const tests = [
    ...symbols.filter(({ kind }, at) => kind === 'Test' && !suites.has(at)),
    ...functions.filter(isTestFunction),
  ];
  const fixtures = functions.filter((symbol) => !isTestFunction(symbol) && !symbol.name.startsWith('_'));
  const named = fixtures.length === 0 ? '' : ` ${fixturesOf(fixtures.map(({ name }) => oneLine(name)))}`;
  return [`# ${count('c')}c/${count('m')}m ${tests.length}f${named}`];
}

const MOST_FIXTURES = 3;

function fixturesOf(names: readonly string[]): string {
  return names.length > MOST_FIXTURES ? `${names.length} fixtures` : `fixtures:${names.join(',')}`;
}

function isTestFunction({ name }: FileSymbol): boolean {
  return /^[Tt]est(?![a-z])/.test(name);
}

const SIGNS: Readonly<Partial<Record<SymbolKind, string>>> = {
  Class: 'c',
  Struct: 'c',
  Interface: 'c',
  Trait: 'c',
  Enum: 'c',
  Type: 'c',
  Namespace: 'c',
  Module: 'c',
  Func: 'f',
  Macro: 'f',
  Test: 'f',
  Method: 'm',
  Const: 'v',
  Field: 'p',
};

/** Undefined for headings and keys, which the map does not list. */
function signOf({ kind, isAsync }: FileSymbol): string | undefined {
  const sign = SIGNS[kind];
  return isAsync === true && (sign === 'f' || sign === 'm') ? `a${sign}` : sign;
}

/** Joins the first items, and appends the number of the others. */
function listed(items: readonly string[], most: number, count = items.length): string {
  const more = count - most;
  return [...items.slice(0, most), ...(more > 0 ? [`+${more}`] : [])].join(',');
}
