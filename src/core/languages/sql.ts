import type { Cut, FileImport, Span, SymbolKind } from '../facts/fileFacts';
import { lineTable, type LinedText } from '../facts/lineTable';
import { extendLead, leadAt, NO_LEAD } from './lead';
import type { Scan, ScannedSymbol, ScannerRules } from './rules';
import { alteredColumns, columnsOf, groupAfter } from './sqlColumns';
import { bodyCut, bodySpan, longCut, rowsCut, viewCut, viewHead } from './sqlCuts';
import { sqlStatements, type SqlStatement, type SqlToken } from './sqlStatements';
import { nameAfter, wordAt } from './sqlTokens';

/** Keywords that may precede a parenthesis, or follow the keywords that precede a table. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'select values in and or not exists as on using key check unique index primary over partition set varchar char decimal numeric lateral'
    .split(' ')
    .flatMap((word) => [word, word.toUpperCase()]),
);

export const sql: ScannerRules = {
  kind: 'scanner',
  id: 'sql',
  family: 'code',
  words: {
    // Tables, views, and called functions.
    pattern:
      /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'|\b(?:from|join|into|update|references|table|view)\s+(?:only\s+|if\s+(?:not\s+)?exists\s+)?(?:["`[]?\w+["`\]]?\.)?["`[]?([A-Za-z_]\w*)|(?<!\w)([A-Za-z_]\w*)(?=\s*\()/gi,
    calls: /\s*\(/y,
    keywords: KEYWORDS,
  },
  scan: scanSql,
};

const MAX_SYMBOLS = 10_000;

/** Limit on tokens between CREATE and the object's type, as in `UNIQUE INDEX` or `DEFINER = a@b VIEW`. */
const MAX_MODIFIERS = 14;

/** The description of a statement. */
interface Described {
  readonly symbols: readonly ScannedSymbol[];
  readonly imports: readonly FileImport[];
  readonly cut: Cut | undefined;
}

const NOTHING: Described = { symbols: [], imports: [], cut: undefined };

/** Finds tables with their columns, views, routines, indexes, types. Cuts routine bodies, long queries and rows. */
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

/** Objects that may hold secrets or have no interesting name. */
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
  const body = ROUTINES.has(kind) ? bodySpan(source.text, statement, name.next, object) : undefined;
  if (isAlter && body === undefined) return NOTHING;
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
      body?.start ?? (object === 'VIEW' ? viewHead(statement, name.next) : group?.open.start) ?? end,
    ...(body === undefined ? {} : { body }),
    ...(doc === undefined ? {} : { doc }),
  };
  const columns = group === undefined || isEnum || object === 'VIEW' ? [] : columnsOf(group);
  const query = object === 'VIEW' ? viewCut(source, statement) : undefined;
  const cut = body === undefined ? query : bodyCut(source, body);
  return { symbols: [symbol, ...columns], imports: [], cut };
}

/** Whether the word names the object's type and is not part of a modifier: `EVENT TRIGGER`, `DEFAULT SCHEMA`. */
function isObject(tokens: readonly SqlToken[], index: number): boolean {
  const word = wordAt(tokens, index);
  if (UNNAMED.has(word)) return true;
  if (word === 'SCHEMA' && wordAt(tokens, index + 1) === 'COLLECTION') return false;
  return KINDS.has(word);
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
