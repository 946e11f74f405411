import type { Cut, FileImport, Span, SymbolKind } from '../facts/fileFacts';
import { lineTable, type LinedText } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import { extendLead, leadAt, NO_LEAD } from './lead';
import type { Scan, ScannedSymbol, ScannerRules } from './rules';
import { sqlStatements, type SqlStatement, type SqlToken } from './sqlStatements';

export const sql: ScannerRules = {
  kind: 'scanner',
  id: 'sql',
  family: 'code',
  scan: scanSql,
};

const MAX_SYMBOLS = 10_000;

/** What may stand between CREATE and what is created, `UNIQUE INDEX`, `DEFINER = a@b VIEW`. */
const MAX_MODIFIERS = 14;

/** What a statement comes to. */
interface Described {
  readonly symbols: readonly ScannedSymbol[];
  readonly imports: readonly FileImport[];
  readonly cut: Cut | undefined;
}

const NOTHING: Described = { symbols: [], imports: [], cut: undefined };

/** Tables with their columns, views, routines, indexes, types; bodies of routines, long queries and rows go. */
function scanSql(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const symbols: ScannedSymbol[] = [];
  const imports: FileImport[] = [];
  const cuts: Cut[] = [];
  for (const statement of sqlStatements(text)) {
    const described = describe(source, statement);
    if (symbols.length < MAX_SYMBOLS) symbols.push(...described.symbols);
    imports.push(...described.imports);
    if (described.cut !== undefined) cuts.push(described.cut);
  }
  return { symbols, imports, cuts };
}

function describe(source: LinedText, statement: SqlStatement): Described {
  switch (wordAt(statement.tokens, 0)) {
    case 'CREATE':
      return describeCreate(source, statement);
    case 'ALTER':
      return wordAt(statement.tokens, 1) === 'TABLE'
        ? { ...NOTHING, symbols: alteredColumns(statement) }
        : describeCreate(source, statement);
    case 'COMMENT':
    case 'DROP':
    case 'GRANT':
    case 'REVOKE':
      return NOTHING;
    case 'COPY':
      return { ...NOTHING, cut: rowsCut(source, statement) };
    default:
      return statement.tokens[0]?.text.startsWith('\\') === true
        ? { ...NOTHING, imports: clientImport(statement) }
        : { ...NOTHING, cut: longCut(source, statement) };
  }
}

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['TABLE', 'Struct'],
  ['VIEW', 'Type'],
  ['FUNCTION', 'Func'],
  ['PROCEDURE', 'Func'],
  ['PROC', 'Func'],
  ['AGGREGATE', 'Func'],
  ['TRIGGER', 'Func'],
  ['INDEX', 'Const'],
  ['SEQUENCE', 'Const'],
  ['SYNONYM', 'Const'],
  ['POLICY', 'Const'],
  ['RULE', 'Const'],
  ['TYPE', 'Type'],
  ['DOMAIN', 'Type'],
  ['SCHEMA', 'Namespace'],
  ['DATABASE', 'Namespace'],
  ['KEYSPACE', 'Namespace'],
  ['PACKAGE', 'Module'],
  ['EXTENSION', 'Module'],
]);

const ROUTINES: ReadonlySet<SymbolKind> = new Set(['Func', 'Module']);

/** Things that may hold secrets, or have no name of interest. */
const UNNAMED = new Set([
  'ROLE',
  'USER',
  'LOGIN',
  'SERVER',
  'CAST',
  'OPERATOR',
  'LANGUAGE',
  'SUBSCRIPTION',
  'CREDENTIAL',
  'SESSION',
  'METHOD',
  'COLLECTION',
]);

function describeCreate(source: LinedText, statement: SqlStatement): Described {
  const { tokens, end } = statement;
  const at = tokens.findIndex(
    ({ kind }, index) => kind === 'word' && index > 0 && index <= MAX_MODIFIERS && isObject(tokens, index),
  );
  const object = wordAt(tokens, at);
  const kind = KINDS.get(object);
  if (at < 0 || kind === undefined) return NOTHING;
  const isAlter = wordAt(tokens, 0) === 'ALTER';
  if (isAlter && !/^(?:FUNCTION|PROCEDURE|PROC|VIEW|TRIGGER|PACKAGE)$/.test(object)) return NOTHING;
  const name = nameAfter(tokens, at + 1);
  if (name === undefined) return NOTHING;
  if (object === 'EXTENSION') {
    return { ...NOTHING, imports: [{ kind: 'import', sources: [name.text], start: statement.start, end }] };
  }
  const bodyStart = ROUTINES.has(kind) ? bodySpan(source.text, statement, name.next, object) : undefined;
  if (isAlter && bodyStart === undefined) return NOTHING;
  const doc = docOf(source, statement);
  const isEnum =
    kind === 'Type' && wordAt(tokens, name.next) === 'AS' && wordAt(tokens, name.next + 1) === 'ENUM';
  const group = kind === 'Struct' || kind === 'Type' ? groupAfter(tokens, name.next, kind) : undefined;
  const isComposite = object === 'TYPE' && group !== undefined;
  const symbol: ScannedSymbol = {
    kind: isEnum ? 'Enum' : isComposite ? 'Struct' : kind,
    name: name.text,
    depth: 0,
    start: statement.start,
    end,
    signatureEnd:
      bodyStart?.start ?? (object === 'VIEW' ? viewHead(statement, name.next) : group?.open.start) ?? end,
    ...(bodyStart === undefined ? {} : { body: bodyStart }),
    ...(doc === undefined ? {} : { doc }),
  };
  const columns = group === undefined || isEnum || object === 'VIEW' ? [] : columnsOf(group);
  const cut =
    bodyStart === undefined
      ? object === 'VIEW'
        ? viewCut(source, statement)
        : undefined
      : bodyCut(source, bodyStart);
  return { symbols: [symbol, ...columns], imports: [], cut };
}

/** Whether the word names what is created, and does not belong to a modifier: `EVENT TRIGGER`, `DEFAULT SCHEMA`. */
function isObject(tokens: readonly SqlToken[], index: number): boolean {
  const word = wordAt(tokens, index);
  if (UNNAMED.has(word)) return true;
  if (word === 'SCHEMA' && wordAt(tokens, index + 1) === 'COLLECTION') return false;
  return KINDS.has(word);
}

/** The name at a place, behind `BODY`, `IF NOT EXISTS`, `CONCURRENTLY`; `next` is the token behind it. */
function nameAfter(
  tokens: readonly SqlToken[],
  from: number,
): { readonly text: string; readonly next: number } | undefined {
  let at = from;
  while (/^(?:BODY|IF|NOT|EXISTS|CONCURRENTLY|ONLY)$/.test(wordAt(tokens, at)) && at < from + 6) at += 1;
  const parts: string[] = [];
  for (;;) {
    const token = tokens[at];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'name')) break;
    // An index without a name: `CREATE INDEX ON table`.
    if (parts.length === 0 && token.kind === 'word' && /^ON$/i.test(token.text)) break;
    parts.push(bare(token));
    at += 1;
    if (tokens[at]?.text !== '.') break;
    at += 1;
  }
  const text = parts.join('.').slice(0, 200);
  return text === '' ? undefined : { text, next: at };
}

/** Without its quotes. */
function bare({ kind, text }: SqlToken): string {
  return kind === 'name' ? text.slice(1).replace(/["`\]]$/, '') : text;
}

interface Group {
  readonly open: SqlToken;
  readonly tokens: readonly SqlToken[];
  /** Where it is closed. */
  readonly end: number;
}

/** The parenthesis behind a name, and behind `AS` for a type. */
function groupAfter(tokens: readonly SqlToken[], from: number, kind: SymbolKind): Group | undefined {
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

/** Words that begin a constraint, and no column. */
const CONSTRAINT =
  /^(?:CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|EXCLUDE|LIKE|KEY|INDEX|FULLTEXT|SPATIAL|PERIOD|PARTITION)$/;

function columnsOf({ tokens, end }: Group): readonly ScannedSymbol[] {
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

/** By its first words: a constraint has more than two. */
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

/** `ALTER TABLE t ADD COLUMN c`: the table with what is added; undefined for owners, triggers, constraints. */
function alteredColumns({ tokens, start, end }: SqlStatement): readonly ScannedSymbol[] {
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

/** What a routine does: a quoted text, a block, or all that follows AS. */
function bodySpan(
  text: string,
  { tokens, end }: SqlStatement,
  from: number,
  object: string,
): Span | undefined {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    if (depth > 0) continue;
    if (token.kind === 'dollar') return { start: token.start, end: token.end };
    const word = wordAt(tokens, at);
    if (word === 'BEGIN') return { start: token.start, end: blockEnd(tokens, token) ?? end };
    if (word !== 'AS' && word !== 'IS') continue;
    // Triggers name their tables so: `NEW TABLE AS added`.
    if (object === 'TRIGGER' && /^(?:TABLE|ROW|NEW|OLD)$/.test(wordAt(tokens, at - 1))) continue;
    const next = tokens[at + 1];
    if (next?.kind === 'dollar' || wordAt(tokens, at + 1) === 'BEGIN') continue;
    if (next?.kind !== 'string') return { start: token.start, end: declaredEnd(tokens, at) ?? end };
    const isLong = text.slice(next.start, next.end).includes('\n');
    return isLong ? { start: next.start, end: next.end } : undefined;
  }
  return undefined;
}

/** Behind the END of a block with declarations before it, or of a package. */
function declaredEnd(tokens: readonly SqlToken[], as: number): number | undefined {
  const begin = tokens.findIndex((_, index) => index > as && wordAt(tokens, index) === 'BEGIN');
  const isNamed = wordAt(tokens, tokens.length - 2) === 'END';
  const token = tokens[as];
  return token !== undefined && (isNamed || tokens[begin - 1]?.text === ';')
    ? blockEnd(tokens, token)
    : undefined;
}

/** Behind the last END, if one closes what began with a token and little follows. */
function blockEnd(tokens: readonly SqlToken[], begin: SqlToken): number | undefined {
  for (let at = tokens.length - 1; at >= Math.max(0, tokens.length - 5); at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.start < begin.end || wordAt(tokens, at) !== 'END') continue;
    return /^(?:IF|CASE|LOOP|WHILE|REPEAT|FOR)$/.test(wordAt(tokens, at + 1)) ? undefined : token.end;
  }
  return undefined;
}

/** Leaves the quotes, or BEGIN and END, around what stands in. */
function bodyCut(source: LinedText, body: Span): Cut | undefined {
  const written = source.text.slice(body.start, body.end);
  const quote = /^(?:\$\w*\$|[eE]?')/.exec(written)?.[0];
  const opening = quote ?? /^(?:BEGIN(?:\s+(?:NOT\s+)?ATOMIC)?|AS|IS)\b/i.exec(written)?.[0] ?? '';
  const closing = quote?.replace(/^[eE]/, '') ?? (/\bEND$/i.test(written) ? 'END' : '');
  const endsQuoted =
    closing !== '' &&
    written.length >= opening.length + closing.length &&
    written.toUpperCase().endsWith(closing.toUpperCase());
  const inside = { start: body.start + opening.length, end: body.end - (endsQuoted ? closing.length : 0) };
  return makeCut(source, inside, inside, { text: endsQuoted ? ' /* % */ ' : ' /* % */' });
}

/** Where the query of a view begins. */
function viewHead({ tokens }: SqlStatement, from: number): number | undefined {
  return tokens.slice(from, from + 2_000).find(({ kind, text }) => kind === 'word' && /^AS$/i.test(text))
    ?.start;
}

/** A long view keeps its columns: what is gone begins with the FROM of the query. */
function viewCut(source: LinedText, { tokens, end }: SqlStatement): Cut | undefined {
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    if (depth > 0 || token.kind !== 'word' || !/^FROM$/i.test(token.text)) continue;
    const span = { start: token.end, end };
    return longOnly(makeCut(source, span, span, { text: ' /* % */' }));
  }
  return undefined;
}

/** Of a long statement that declares nothing, what begins with its first text, parenthesis or second line. */
function longCut(source: LinedText, { tokens, end }: SqlStatement): Cut | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  const line = source.lines.endOf(source.lines.lineAt(first.start));
  let from = first.end;
  for (const { kind, text, end: tokenEnd } of tokens) {
    if (tokenEnd > line || kind === 'string' || kind === 'dollar' || text === '(') break;
    from = tokenEnd;
  }
  const span = { start: from, end };
  return longOnly(makeCut(source, span, span, { text: ' /* % */' }));
}

/** Rows in a dump have no comments: the stand-in is one of them. */
function rowsCut(source: LinedText, { data }: SqlStatement): Cut | undefined {
  return data === undefined ? undefined : longOnly(makeCut(source, data, data, { text: '\n-- %' }));
}

function longOnly(cut: Cut | undefined): Cut | undefined {
  return cut === undefined || cut.endLine - cut.startLine < LONG_STATEMENT ? undefined : cut;
}

/** psql's `\i file`. */
function clientImport({ tokens, start, end }: SqlStatement): readonly FileImport[] {
  const file = /^\\ir?\s+(\S+)/.exec(tokens[0]?.text ?? '')?.[1];
  return file === undefined ? [] : [{ kind: 'import', sources: [file], start, end }];
}

function docOf(source: LinedText, { comments, start }: SqlStatement): Span | undefined {
  const lead = comments
    .slice(-200)
    .reduce((joined, span) => extendLead(source, joined, span, 'comment'), NO_LEAD);
  return leadAt(source, lead, start).comment;
}

/** In capitals; the empty text for what is no word. */
function wordAt(tokens: readonly SqlToken[], index: number): string {
  const token = tokens[index];
  return token?.kind === 'word' ? token.text.toUpperCase() : '';
}
