import { parse } from 'smol-toml';
import { isTable } from '../outside/plainTree';

/** A run of whole lines in a TOML text. Consecutive statements have no gaps between them. */
export interface Statement {
  readonly kind: 'blank' | 'comment' | 'header' | 'entry';
  readonly start: number;
  /** After the line end. */
  readonly end: number;
  /** Full key path, including the header's keys; empty for blanks and comments. Arrays of tables have no indexes. */
  readonly keys: readonly string[];
  readonly comments: readonly string[];
}

/** Strings, comments, brackets, commas, line ends: the tokens that show where a statement or value of valid TOML ends. */
export const TOML_TOKEN =
  /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\r\n]*|[[\]{},]|\n/g;

/** Splits valid TOML into statements. */
export function tomlStatements(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let comments: string[] = [];
  let header: readonly string[] = [];
  let start = 0;
  let depth = 0;
  const close = (end: number): void => {
    const statement = statementOf(text.slice(start, end), header);
    if (statement.kind === 'header') header = statement.keys;
    statements.push({ ...statement, start, end, comments });
    comments = [];
    start = end;
  };
  for (const match of text.matchAll(TOML_TOKEN)) {
    const [token] = match;
    if (token.startsWith('#')) comments.push(token);
    else if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === '\n' && depth === 0) close(match.index + 1);
  }
  if (start < text.length) close(text.length);
  return statements;
}

function statementOf(text: string, header: readonly string[]): Pick<Statement, 'kind' | 'keys'> {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'blank', keys: [] };
  if (trimmed.startsWith('#')) return { kind: 'comment', keys: [] };
  if (trimmed.startsWith('[')) return { kind: 'header', keys: keysOf(trimmed) };
  return { kind: 'entry', keys: [...header, ...keysOf(`${keyText(trimmed)}= 0`)] };
}

/** The span of the value in an entry's text, without blanks and the comment. */
export function valueSpan(entry: string): { readonly start: number; readonly end: number } {
  const indent = entry.length - entry.trimStart().length;
  const equals = indent + keyText(entry.trimStart()).length + 1;
  const start = equals + entry.slice(equals).search(/[^ \t]|$/);
  let depth = 0;
  let end = entry.length;
  for (const { 0: token, index } of entry.slice(start).matchAll(TOML_TOKEN)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (depth === 0 && token.startsWith('#')) end = start + index;
  }
  return { start, end: start + entry.slice(start, end).trimEnd().length };
}

/** The text before the equals sign. */
function keyText(entry: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'=])*/.exec(entry)?.[0] ?? '';
}

/** Keys without quotes, the common case. */
const BARE = /^(?:\[\[?)?([\w-]+(?:\.[\w-]+)*)(?:\]\]?)?\s*(?:$|[=#])/;

/** The key path of a statement. */
function keysOf(statement: string): readonly string[] {
  const [, bare] = BARE.exec(statement) ?? [];
  if (bare !== undefined) return bare.split('.');
  const keys: string[] = [];
  let value: unknown = parse(statement);
  while (isTable(value) || Array.isArray(value)) {
    if (Array.isArray(value)) {
      value = value[0];
      continue;
    }
    const [key] = Object.keys(value);
    if (key === undefined) break;
    keys.push(key);
    value = value[key];
  }
  return keys;
}
