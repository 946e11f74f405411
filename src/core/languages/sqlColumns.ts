/** Finds the columns of tables and composite types. */
import type { SymbolKind } from '../facts/fileFacts';
import type { ScannedSymbol } from './rules';
import type { SqlStatement, SqlToken } from './sqlStatements';
import { bare, nameAfter, wordAt } from './sqlTokens';

interface Group {
  readonly open: SqlToken;
  readonly tokens: readonly SqlToken[];
  /** Offset of the closing parenthesis. */
  readonly end: number;
}

/** The parenthesis after a name; for a type, after `AS`. */
export function groupAfter(tokens: readonly SqlToken[], from: number, kind: SymbolKind): Group | undefined {
  let at = from;
  if (kind === 'Type' && wordAt(tokens, at) === 'AS')
    at += /^(?:OBJECT|TABLE|ENUM)$/.test(wordAt(tokens, at + 1)) ? 2 : 1;
  const open = tokens[at];
  if (open?.text !== '(') return undefined;
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    if (tokens[index]?.text === '(') depth += 1;
    else if (tokens[index]?.text === ')') depth -= 1;
    if (depth === 0)
      return { open, tokens: tokens.slice(at + 1, index), end: tokens[index]?.start ?? open.end };
  }
  return { open, tokens: tokens.slice(at + 1), end: tokens.at(-1)?.end ?? open.end };
}

/** Words that begin a constraint instead of a column. */
const CONSTRAINT =
  /^(?:CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|EXCLUDE|LIKE|KEY|INDEX|FULLTEXT|SPATIAL|PERIOD|PARTITION)$/;

/** The columns of a table or composite type. */
export function columnsOf({ tokens, end }: Group): readonly ScannedSymbol[] {
  const columns: ScannedSymbol[] = [];
  let depth = 0;
  let from = 0;
  const finish = (to: number, end: number): void => {
    const first = tokens[from];
    if (first !== undefined && to > from && isColumn(first, tokens.slice(from, Math.min(to, from + 4)))) {
      columns.push({ kind: 'Field', name: bare(first), depth: 1, start: first.start, end });
    }
    from = to + 1;
  };
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    if (depth === 0 && token.text === ',') finish(index, token.start);
  }
  finish(tokens.length, end);
  return columns;
}

/** Decides by the first words: a constraint has more than two. */
function isColumn({ kind, text }: SqlToken, words: readonly SqlToken[]): boolean {
  if (kind === 'name') return text.length > 2;
  if (kind !== 'word') return false;
  const keyword = text.toUpperCase();
  if (!CONSTRAINT.test(keyword) || words.length === 2) return true;
  return (keyword === 'KEY' || keyword === 'INDEX') && !isIndex(words);
}

/** `KEY (a)`, `KEY name (a)`, `KEY name USING BTREE (a)`; `key text UNIQUE` and `key varchar(20)` are columns. */
function isIndex([, name, next, inside]: readonly SqlToken[]): boolean {
  if (name?.text === '(' || next?.text.toUpperCase() === 'USING') return true;
  return next?.text === '(' && inside !== undefined && !/^[\d)]/.test(inside.text);
}

/**
 * Returns the table of `ALTER TABLE t ADD COLUMN c` with the added columns; nothing for owners, triggers, constraints.
 */
export function alteredColumns({ tokens, start, end }: SqlStatement): readonly ScannedSymbol[] {
  const name = nameAfter(tokens, 2);
  if (name === undefined) return [];
  const columns: ScannedSymbol[] = [];
  let changes = false;
  for (let at = name.next; at < tokens.length; at += 1) {
    const word = wordAt(tokens, at);
    const follows = wordAt(tokens, at + 1);
    const isFirst = at === name.next || tokens[at - 1]?.text === ',';
    if (!isFirst || !/^(?:ADD|DROP|ALTER|RENAME|MODIFY|CHANGE)$/.test(word)) continue;
    if (CONSTRAINT.test(follows)) continue;
    changes = true;
    if (word !== 'ADD') continue;
    let column = follows === 'COLUMN' ? at + 2 : at + 1;
    while (/^(?:IF|NOT|EXISTS)$/.test(wordAt(tokens, column))) column += 1;
    const added = tokens[column];
    if (added === undefined || (added.kind !== 'word' && added.kind !== 'name')) continue;
    const stop = tokens.findIndex(({ text }, index) => index > column && text === ',');
    const last = tokens[stop]?.start ?? end;
    columns.push({ kind: 'Field', name: bare(added), depth: 1, start: added.start, end: last });
    if (columns.length > 200) break;
  }
  return changes ? [{ kind: 'Key', name: `ALTER TABLE ${name.text}`, depth: 0, start, end }, ...columns] : [];
}
