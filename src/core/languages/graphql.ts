import type { Cut, Span, SymbolKind } from '../facts/fileFacts';
import { lineTable } from '../facts/lineTable';
import { makeCut } from './cuts';
import type { MutableSymbol, Scan, ScannedSymbol, ScannerRules } from './rules';

const KEYWORDS: ReadonlySet<string> = new Set(
  'schema scalar type interface union enum input directive extend implements repeatable on fragment query mutation subscription true false null Int Float String Boolean ID'.split(
    ' ',
  ),
);

export const graphql: ScannerRules = {
  kind: 'scanner',
  id: 'graphql',
  family: 'code',
  words: {
    pattern: /#[^\n]*|"{3}[^]*?(?:"{3}|$)|"(?:[^"\\\n]|\\.)*"|([A-Za-z_]\w*)/g,
    keywords: KEYWORDS,
  },
  scan: scanGraphql,
};

const MAX_SYMBOLS = 50_000;

const TOKEN =
  /"""(?:[^"\\]|\\[^]|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#[^\n]*|\.\.\.|[A-Za-z_]\w*|[-+]?\d[\w.+-]*|[{}()[\]:=@!|&$,]/g;

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ['schema', 'Namespace'],
  ['scalar', 'Type'],
  ['type', 'Struct'],
  ['interface', 'Interface'],
  ['union', 'Type'],
  ['enum', 'Enum'],
  ['input', 'Struct'],
  ['directive', 'Macro'],
  ['query', 'Func'],
  ['mutation', 'Func'],
  ['subscription', 'Func'],
  ['fragment', 'Func'],
]);

interface Token extends Span {
  readonly text: string;
}

/** Finds types with their fields, and operations and fragments without their selections. */
function scanGraphql(text: string): Scan {
  const source = { text, lines: lineTable(text) };
  const tokens: readonly Token[] = [...text.matchAll(TOKEN)]
    .filter(({ 0: token }) => !token.startsWith('#') && token !== ',')
    .map(({ 0: token, index }) => ({ text: token, start: index, end: index + token.length }));
  const symbols: ScannedSymbol[] = [];
  const cuts: Cut[] = [];
  let errors = 0;

  for (let at = 0; at < tokens.length && symbols.length < MAX_SYMBOLS;) {
    const description = isString(tokens[at]) ? tokens[at] : undefined;
    const first = description === undefined ? at : at + 1;
    const head = tokens[first]?.text === 'extend' ? first + 1 : first;
    const keyword = tokens[head];
    const kind = keyword?.text === '{' ? 'Func' : keyword && KINDS.get(keyword.text);
    const start = tokens[first];
    if (kind === undefined || keyword === undefined || start === undefined) {
      errors += 1;
      at = first + 1;
      continue;
    }
    const { name, end: signatureEnd, brace, next } = headOf(tokens, head, keyword);
    const body = brace === undefined ? undefined : bracesAt(tokens, brace, signatureEnd);
    const end = body === undefined ? signatureEnd : body.end;
    symbols.push({
      kind,
      name,
      depth: 0,
      start: start.start,
      end,
      signatureEnd,
      ...(body === undefined ? {} : { body: { start: body.start, end: body.end } }),
      ...(description === undefined ? {} : { doc: { start: description.start, end: description.end } }),
    });
    at = body === undefined ? next : body.next;
    if (body === undefined || brace === undefined) continue;
    if (!body.isClosed) errors += 1;
    if (kind === 'Func') {
      const inside = { start: body.start + 1, end: body.isClosed ? body.end - 1 : body.end };
      const cut = makeCut(source, inside, inside, { text: ` # %\n` });
      if (cut !== undefined) cuts.push(cut);
    } else symbols.push(...fieldsOf(tokens.slice(brace + 1, body.isClosed ? body.next - 1 : body.next)));
  }
  return { symbols, cuts, errors };
}

function isString(token: Token | undefined): boolean {
  return token?.text.startsWith('"') === true;
}

interface Head {
  readonly name: string;
  readonly end: number;
  /** Index of the `{` that opens the body. */
  readonly brace: number | undefined;
  readonly next: number;
}

/** Reads from the keyword to the body or the next declaration. */
function headOf(
  tokens: readonly Token[],
  at: number,
  { text: keyword, start, end: keywordEnd }: Token,
): Head {
  if (keyword === '{') return { name: 'query', end: start, brace: at, next: at };
  const named = keyword === 'directive' ? tokens[at + 2] : tokens[at + 1];
  const isName = named !== undefined && /^[A-Za-z_]/.test(named.text);
  const name = isName && keyword !== 'schema' ? named.text : keyword;
  let end = keywordEnd;
  let depth = 0;
  for (let index = at + 1; ; index += 1) {
    const token = tokens[index];
    const isOver = token === undefined || (depth === 0 && index > at + 1 && startsDeclaration(tokens, index));
    if (isOver) return { name, end, brace: undefined, next: index };
    if (token.text === '(' || token.text === '[') depth += 1;
    else if (token.text === ')' || token.text === ']') depth = Math.max(0, depth - 1);
    else if (token.text === '{' && depth === 0) return { name, end: token.start, brace: index, next: index };
    end = token.end;
  }
}

/**
 * Whether a declaration starts here: at a description, or at a keyword that is not used as a name (after `@`, `|`, `&`,
 * `=`, `on` or `implements` it is).
 */
function startsDeclaration(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (isString(token)) return true;
  const before = tokens[index - 1]?.text ?? '';
  if (/^(?:[@|&=:]|on|implements)$/.test(before)) return false;
  return token !== undefined && (token.text === 'extend' || KINDS.has(token.text));
}

interface Braces extends Span {
  readonly isClosed: boolean;
  /** Index of the token after the arguments. */
  readonly next: number;
}

/** The braces that open with the token `brace`, at `start` in the text. */
function bracesAt(tokens: readonly Token[], brace: number, start: number): Braces {
  let depth = 0;
  let end = start;
  for (let index = brace; ; index += 1) {
    const token = tokens[index];
    if (token === undefined) return { start, end, isClosed: false, next: index };
    if (token.text === '{') depth += 1;
    else if (token.text === '}') depth -= 1;
    end = token.end;
    if (depth === 0) return { start, end, isClosed: true, next: index + 1 };
  }
}

/** Fields with their arguments and types, enum values, and schema operations. */
function fieldsOf(tokens: readonly Token[]): readonly ScannedSymbol[] {
  const fields: MutableSymbol[] = [];
  let description: Token | undefined;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (/^[([{]$/.test(token.text)) depth += 1;
    else if (/^[)\]}]$/.test(token.text)) depth -= 1;
    const before = tokens[index - 1]?.text ?? '';
    const isType = /^[:=@[]$/.test(before);
    if (depth === 0 && isString(token) && !isType) description = token;
    else if (depth === 0 && /^[A-Za-z_]/.test(token.text) && !isType) {
      const doc =
        description === undefined ? {} : { doc: { start: description.start, end: description.end } };
      fields.push({
        kind: 'Field',
        name: token.text,
        depth: 1,
        start: token.start,
        end: token.end,
        signatureEnd: token.end,
        ...doc,
      });
      description = undefined;
    } else {
      const field = fields.at(-1);
      if (field !== undefined && description === undefined) {
        field.end = token.end;
        field.signatureEnd = token.end;
      }
    }
  }
  return fields;
}
