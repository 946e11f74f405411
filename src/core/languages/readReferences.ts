/** Reads the names that a file uses from all leaves of its syntax tree. */
import type { Span } from '../facts/fileFacts';
import type { LinedText } from '../facts/lineTable';
import { MAX_USES, packUses, type FileReferences, type NameUse } from '../facts/references';
import type { SyntaxTree } from './syntax';

/** Node types that are or surround names. Names are leaves. */
export interface NameRules {
  readonly names: readonly string[];
  /** Names that are always calls: commands of a shell. */
  readonly calls?: readonly string[];
  /** A name directly before one of these is called. */
  readonly arguments: readonly string[];
  /** They may come between a name and its arguments. */
  readonly typeArguments?: readonly string[];
  /** A name at the end of one of these is called: `new A`. */
  readonly tails?: readonly string[];
  /** Nodes that begin with the called name, after so many characters: `f x` in Haskell, `<A>` in JSX. */
  readonly heads?: Readonly<Record<string, number>>;
  /** Marks before a name that do not belong to it. */
  readonly sigil?: RegExp;
  /** Words that are keywords although the grammar reads them as names. */
  readonly keywords?: ReadonlySet<string>;
}

/** Roles of a node type. A node may have several. */
const Role = { name: 1, call: 2, arguments: 4, typeArguments: 8, tail: 16, head: 32 } as const;

/** The roles of node types by their names. */
export function rolesByType(rules: NameRules): ReadonlyMap<string, number> {
  const roles = new Map<string, number>();
  const add = (types: readonly string[] = [], role: number): void => {
    for (const type of types) roles.set(type, (roles.get(type) ?? 0) | role);
  };
  add(rules.names, Role.name);
  add(rules.calls, Role.name | Role.call);
  add(rules.arguments, Role.arguments);
  add(rules.typeArguments, Role.typeArguments);
  add(rules.tails, Role.tail);
  add(Object.keys(rules.heads ?? {}), Role.head);
  return roles;
}

export interface NamesOfGrammar {
  readonly rules: NameRules;
  /** Roles by type id. */
  readonly roles: Uint8Array;
  typeName(typeId: number): string;
}

/** Anything longer is data, not a name. */
const LONGEST_NAME = 200;
/** Further names are dropped: only generated files have more. */
const MAX_NAMES = 50_000;

/** Characters of names that are really expressions or quoted. */
const NO_NAME = /[\s"(){}[\];,<>|&\\]/;
/** The object itself, which no file defines. */
const SELF: ReadonlySet<string> = new Set(['self', 'this', 'cls', '_']);

/** The span that holds a name that is defined there. */
export interface Definition extends Span {
  readonly name: string;
}

interface Source extends LinedText {
  readonly definitions: readonly Definition[];
}

/** The names used in a tree, without the definitions themselves. */
export function readReferences(tree: SyntaxTree, source: Source, grammar: NamesOfGrammar): FileReferences {
  const uses = readUses(tree, source, grammar);
  for (const definition of source.definitions) markDefinition(definition, uses);
  return packUses([...new Set(uses.values())].map(nameUse));
}

/** The uses of one name. */
interface Uses {
  readonly name: string;
  /** Offsets, ascending. */
  readonly starts: number[];
  readonly lines: number[];
  readonly kinds: UseKind[];
}

type UseKind = 'use' | 'call' | 'definition';

const NO_USES: Uses = { name: '', starts: [], lines: [], kinds: [] };

/** Uses by the name as written, and by the name. */
function readUses(
  tree: SyntaxTree,
  { text, lines }: LinedText,
  grammar: NamesOfGrammar,
): ReadonlyMap<string, Uses> {
  const { rules, roles, typeName } = grammar;
  const usesByName = new Map<string, Uses>();
  /** The last name, its place among its uses, and its end. */
  let last = NO_USES;
  let lastAt = 0;
  let lastEnd = -1;
  /** The name before type arguments, and their end. */
  let generic = NO_USES;
  let genericAt = 0;
  let genericEnd = -1;
  /** Start and end of names that are called. */
  let head = -1;
  let tail = -1;
  /** The line of the last name, and the start of the next line. */
  let line = 1;
  let nextLine = lines.startOf(2);

  function usesOf(written: string): Uses {
    const known = usesByName.get(written);
    if (known !== undefined) return known;
    const name = written.replaceAll('`', '').replace(rules.sigil ?? '', '');
    if (name !== written) {
      const uses = usesOf(name);
      usesByName.set(written, uses);
      return uses;
    }
    const isName =
      name !== '' && !NO_NAME.test(name) && !SELF.has(name) && rules.keywords?.has(name) !== true;
    const uses = isName && usesByName.size < MAX_NAMES ? { name, starts: [], lines: [], kinds: [] } : NO_USES;
    usesByName.set(written, uses);
    return uses;
  }

  function seeName(role: number, start: number, end: number): void {
    // A node and its only child may both be names.
    if (start < lastEnd || start === end || end - start > LONGEST_NAME) return;
    let isCall = (role & Role.call) !== 0 || end === tail;
    if (start === head) {
      head = memberAfter(text, end);
      isCall ||= head < 0;
    }
    last = usesOf(text.slice(start, end));
    lastAt = last.starts.length;
    lastEnd = end;
    if (last === NO_USES || lastAt >= MAX_USES) return;
    while (start >= nextLine && line < lines.count) nextLine = lines.startOf((line += 1) + 1);
    last.starts.push(start);
    last.lines.push(line);
    last.kinds.push(isCall ? 'call' : 'use');
  }

  function seeArguments(start: number, end: number): void {
    // `f x` ends with an argument.
    if (end === tail) tail = -1;
    // An index, `a[b]`, is no call.
    if (text[start] === '[' && text[start - 1] !== '!') return;
    if (isNext(text, lastEnd, start)) call(last, lastAt);
    else if (isNext(text, genericEnd, start)) call(generic, genericAt);
  }

  tree.visit(roles, (typeId, start, end) => {
    const role = roles[typeId] ?? 0;
    if ((role & (Role.name | Role.call)) !== 0) return seeName(role, start, end);
    if ((role & Role.arguments) !== 0) return seeArguments(start, end);
    if ((role & Role.tail) !== 0) tail = end;
    if ((role & Role.head) !== 0) head = start + (rules.heads?.[typeName(typeId)] ?? 0);
    if ((role & Role.typeArguments) === 0 || start < genericEnd || !isNext(text, lastEnd, start)) return;
    generic = last;
    genericAt = lastAt;
    genericEnd = end;
  });
  return usesByName;
}

function call({ kinds }: Uses, at: number): void {
  if (at < kinds.length) kinds[at] = 'call';
}

/** Whether at most marks come between: `a?.(b)`, `a!(b)`, `a::<T>(b)`. */
function isNext(text: string, end: number, start: number): boolean {
  if (start === end) return true;
  return end >= 0 && start > end && start - end < 20 && /^[\s!?.:]+$/.test(text.slice(end, start));
}

/** Start of the name after a name and a dot: `b` of `a.b`. -1 if there is none. */
function memberAfter(text: string, end: number): number {
  const mark = /^(?:\.|::|#)(?=[\p{L}_])/u.exec(text.slice(end, end + 4))?.[0];
  return mark === undefined ? -1 : end + mark.length;
}

/** A definition is not a use. */
function markDefinition({ name, start, end }: Definition, uses: ReadonlyMap<string, Uses>): void {
  const own = uses.get(name) ?? uses.get(/[\w$]+$/.exec(name)?.[0] ?? '');
  if (own === undefined) return;
  const at = firstFrom(own.starts, start);
  if ((own.starts[at] ?? Infinity) < end) own.kinds[at] = 'definition';
}

/** Index of the first number that is not below `from`. */
function firstFrom(ascending: readonly number[], from: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nameUse({ name, lines, kinds }: Uses): NameUse {
  const used: number[] = [];
  const calls: number[] = [];
  for (let at = 0; at < kinds.length; at += 1) {
    const line = lines[at];
    const kind = kinds[at];
    if (line === undefined || kind === 'definition') continue;
    used.push(line);
    if (kind === 'call') calls.push(line);
  }
  return { name, lines: used, calls };
}
