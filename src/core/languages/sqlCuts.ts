/** Finds bodies and queries, and makes the cuts in them and in long statements. */
import type { Cut, Span } from '../facts/fileFacts';
import type { LinedText } from '../facts/lineTable';
import { LONG_STATEMENT, makeCut } from './cuts';
import type { SqlStatement, SqlToken } from './sqlStatements';
import { wordAt } from './sqlTokens';

/** The body of a routine: a quoted text, a block, or everything after AS. */
export function bodySpan(
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
    // Triggers use AS to name their tables: `NEW TABLE AS added`.
    if (object === 'TRIGGER' && /^(?:TABLE|ROW|NEW|OLD)$/.test(wordAt(tokens, at - 1))) continue;
    const next = tokens[at + 1];
    if (next?.kind === 'dollar' || wordAt(tokens, at + 1) === 'BEGIN') continue;
    if (next?.kind !== 'string') return { start: token.start, end: declaredEnd(tokens, at) ?? end };
    const isLong = text.slice(next.start, next.end).includes('\n');
    return isLong ? { start: next.start, end: next.end } : undefined;
  }
  return undefined;
}

/** After the END of a block preceded by declarations, or of a package. */
function declaredEnd(tokens: readonly SqlToken[], as: number): number | undefined {
  const begin = tokens.findIndex((_, index) => index > as && wordAt(tokens, index) === 'BEGIN');
  const isNamed = wordAt(tokens, tokens.length - 2) === 'END';
  const token = tokens[as];
  return token !== undefined && (isNamed || tokens[begin - 1]?.text === ';')
    ? blockEnd(tokens, token)
    : undefined;
}

/** After the last END, if one closes what `begin` opened and little follows. */
function blockEnd(tokens: readonly SqlToken[], begin: SqlToken): number | undefined {
  for (let at = tokens.length - 1; at >= Math.max(0, tokens.length - 5); at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.start < begin.end || wordAt(tokens, at) !== 'END') continue;
    return /^(?:IF|CASE|LOOP|WHILE|REPEAT|FOR)$/.test(wordAt(tokens, at + 1)) ? undefined : token.end;
  }
  return undefined;
}

/** Keeps the quotes, or BEGIN and END, around the stand-in. */
export function bodyCut(source: LinedText, body: Span): Cut | undefined {
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

/** End of the head of a view: the AS before its query. */
export function viewHead({ tokens }: SqlStatement, from: number): number | undefined {
  return tokens.slice(from, from + 2_000).find(({ kind, text }) => kind === 'word' && /^AS$/i.test(text))
    ?.start;
}

/** A long view keeps its columns: the cut begins at the FROM of its query. */
export function viewCut(source: LinedText, { tokens, end }: SqlStatement): Cut | undefined {
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

/** Cuts a long statement without declarations from its first string, parenthesis or second line. */
export function longCut(source: LinedText, { tokens, end }: SqlStatement): Cut | undefined {
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

/** Rows in a dump cannot contain comments, so the stand-in takes the place of a row. */
export function rowsCut(source: LinedText, { data }: SqlStatement): Cut | undefined {
  return data === undefined ? undefined : longOnly(makeCut(source, data, data, { text: '\n-- %' }));
}

function longOnly(cut: Cut | undefined): Cut | undefined {
  return cut === undefined || cut.endLine - cut.startLine < LONG_STATEMENT ? undefined : cut;
}
