/** Reads the names that a file uses from all leaves of its syntax tree. */
import type { LinedText } from '../facts/lineTable';
import type { FileReferences } from '../facts/references';
import { collectUses, type Definition, type NameSpelling } from './collectUses';
import { OPAQUE, type OpaqueSpan } from './lost';
import type { SyntaxTree } from './syntax';

/** Node types that are names or surround them. Names are leaves. */
export interface NameRules extends NameSpelling {
  readonly names: readonly string[];
  /** Names that are always calls, such as shell commands. */
  readonly calls?: readonly string[];
  /** Text that the grammar does not parse but that contains names, such as the body of a C macro. */
  readonly texts?: readonly string[];
  /** A name directly before one of these is called. */
  readonly arguments: readonly string[];
  /** Nodes that may come between a name and its arguments. */
  readonly typeArguments?: readonly string[];
  /** A name at the end of one of these is called: `new A`. */
  readonly tails?: readonly string[];
  /** Nodes that start with the called name, after this many characters: `f x` in Haskell, `<A>` in JSX. */
  readonly heads?: Readonly<Record<string, number>>;
}

/** Roles of a node type, as bits. A type may have several. */
const Role = {
  name: 1,
  call: 2,
  arguments: 4,
  typeArguments: 8,
  tail: 16,
  head: 32,
  text: 64,
  opaque: 128,
} as const;

/** Maps names of node types to their roles. */
export function rolesByType(
  rules: NameRules,
  types: readonly (string | null)[],
): ReadonlyMap<string, number> {
  const roles = new Map<string, number>();
  const add = (types: readonly string[] = [], role: number): void => {
    for (const type of types) roles.set(type, (roles.get(type) ?? 0) | role);
  };
  add(rules.names, Role.name);
  add(rules.calls, Role.name | Role.call);
  add(rules.texts, Role.text);
  add(rules.arguments, Role.arguments);
  add(rules.typeArguments, Role.typeArguments);
  add(rules.tails, Role.tail);
  add(Object.keys(rules.heads ?? {}), Role.head);
  add(
    types.filter((type) => type !== null).filter((type) => OPAQUE.test(type)),
    Role.opaque,
  );
  return roles;
}

export interface NamesOfGrammar {
  readonly rules: NameRules;
  /** Roles by type id. */
  readonly roles: Uint8Array;
  typeName(typeId: number): string;
}

interface Source extends LinedText {
  readonly definitions: readonly Definition[];
}

/** Comments, strings, and numbers hold no names. */
const WORDS =
  /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<!\w)\d\w*|([A-Za-z_]\w*)(\s*\()?/g;

/** Reads the names used in a tree, without the definitions themselves. */
export function readReferences(
  tree: SyntaxTree,
  source: Source,
  grammar: NamesOfGrammar,
): { readonly references: FileReferences; readonly opaque: readonly OpaqueSpan[] } {
  const { text, definitions } = source;
  const { rules, roles, typeName } = grammar;
  const uses = collectUses(source, rules);
  const opaque: OpaqueSpan[] = [];
  /** The last use and its end. */
  let last = -1;
  let lastEnd = -1;
  /** The use before the last type arguments, and the end of the arguments. */
  let generic = -1;
  let genericEnd = -1;
  /** The start and the end of a name that is called. */
  let head = -1;
  let tail = -1;
  /** The line feed after the last string or comment. */
  let feed = -1;

  function seeName(role: number, start: number, end: number): void {
    // A node and its only child may both be names.
    if (start < lastEnd || start === end) return;
    let isCall = (role & Role.call) !== 0 || end === tail;
    if (start === head) {
      head = memberAfter(text, end);
      isCall ||= head < 0;
    }
    last = uses.add(start, end, isCall);
    lastEnd = end;
  }

  function seeArguments(start: number, end: number): void {
    // `f x` ends with an argument.
    if (end === tail) tail = -1;
    // `a[b]` is an index, not a call.
    if (text[start] === '[' && text[start - 1] !== '!') return;
    if (isNext(text, lastEnd, start)) uses.call(last);
    else if (isNext(text, genericEnd, start)) uses.call(generic);
  }

  /** Starts ascend, so a long line is searched only once. */
  function spansLines(start: number, end: number): boolean {
    if (feed < start) feed = text.indexOf('\n', start);
    if (feed < 0) feed = text.length;
    return feed < end;
  }

  function seeText(from: number, to: number): void {
    for (const { 1: name, 2: call, index } of text.slice(from, to).matchAll(WORDS)) {
      if (name !== undefined) uses.add(from + index, from + index + name.length, call !== undefined);
    }
    lastEnd = to;
  }

  tree.visit(roles, (typeId, start, end) => {
    const role = roles[typeId] ?? 0;
    if ((role & Role.opaque) !== 0 && spansLines(start, end))
      opaque.push({ start, end, type: typeName(typeId) });
    if ((role & (Role.name | Role.call)) !== 0) return seeName(role, start, end);
    if ((role & Role.arguments) !== 0) return seeArguments(start, end);
    if ((role & Role.text) !== 0) return seeText(start, end);
    if ((role & Role.tail) !== 0) tail = end;
    if ((role & Role.head) !== 0) head = start + (rules.heads?.[typeName(typeId)] ?? 0);
    if ((role & Role.typeArguments) === 0 || start < genericEnd || !isNext(text, lastEnd, start)) return;
    generic = last;
    genericEnd = end;
  });
  return { references: uses.packed(definitions), opaque };
}

/** Returns whether only marks come between: `a?.(b)`, `a!(b)`, `a::<T>(b)`. */
function isNext(text: string, end: number, start: number): boolean {
  if (end < 0 || start < end || start - end >= 20) return false;
  for (let at = end; at < start; at += 1) if (!MARKS.includes(text.charAt(at))) return false;
  return true;
}

const MARKS = '!?.: \t\n\r\f\v\u00a0\ufeff\u2028\u2029';

/** Start of the name after a dot, such as `b` of `a.b`; -1 if there is none. */
function memberAfter(text: string, end: number): number {
  const mark = /^(?:\.|::|#)(?=[\p{L}_])/u.exec(text.slice(end, end + 4))?.[0];
  return mark === undefined ? -1 : end + mark.length;
}
