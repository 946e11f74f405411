/** Splits SQL of any dialect into statements and tokens, without interpreting them. */
import type { Span } from '../facts/fileFacts';
import { trimSpan } from '../facts/lineTable';

export interface SqlToken extends Span {
  /** Words are as written; `name` is a quoted identifier. */
  readonly kind: 'word' | 'name' | 'string' | 'dollar' | 'mark';
  readonly text: string;
}

export interface SqlStatement extends Span {
  readonly tokens: readonly SqlToken[];
  readonly comments: readonly Span[];
  /** The rows after a COPY from standard input. */
  readonly data?: Span;
}

/** Limit on the tokens kept per statement; rows of a dump are not read one by one. */
const MAX_TOKENS = 20_000;

const COMMON =
  /--[^\n]*|\/\*(?!!)[^]*?(?:\*\/|$)|(?<![^\n])\\[^\n]*|(?<![^\n])\/[ \t]*(?=\n|$)|\$(?:[A-Za-z_]\w*)?\$/
    .source;
const QUOTED = /[eE]'(?:[^'\\]|\\[^]|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|\[[^\]\n]*\]?/.source;
const STANDARD_STRING = /'(?:[^']|'')*'?/.source;
const ESCAPED_STRING = /'(?:[^'\\]|\\[^]|'')*'?/.source;
const WORD = /[@#]{0,2}[A-Za-z_\u0080-\uffff][\w$#\u0080-\uffff]*|[();,.=]/.source;

/** Only MySQL has backslash escapes and `#` comments, and only it quotes names in backticks. */
function tokenPattern(text: string): RegExp {
  const isMySql = /`\w+`|\bENGINE\s?=/i.test(text.slice(0, 200_000));
  return isMySql
    ? new RegExp(`${COMMON}|(?<![^\\n])#[^\\n]*|${ESCAPED_STRING}|${QUOTED}|${WORD}`, 'g')
    : new RegExp(`${COMMON}|${QUOTED}|${STANDARD_STRING}|${WORD}`, 'g');
}

/**
 * Yields statements in source order, without terminators. Client commands (`\i file`, `GO`) stand alone or end a
 * statement.
 */
export function sqlStatements(text: string): readonly SqlStatement[] {
  const pattern = tokenPattern(text);
  const statements: SqlStatement[] = [];
  let delimiter = ';';
  let tokens: SqlToken[] = [];
  let comments: Span[] = [];
  let blocks = newBlocks();
  /** End of the text already searched for a delimiter. */
  let lastEnd = 0;

  function finish(end: number, data?: Span): void {
    const first = tokens[0];
    if (first !== undefined) {
      const span = trimSpan(text, first.start, end);
      statements.push({ ...span, tokens, comments, ...(data === undefined ? {} : { data }) });
    }
    tokens = [];
    comments = [];
    blocks = newBlocks();
  }

  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const written = match[0];
    const start = match.index;
    let end = start + written.length;
    const first = written.charAt(0);
    if (delimiter !== ';') {
      const stop = text.slice(lastEnd, end).indexOf(delimiter);
      if (stop >= 0) {
        const part = text.slice(start, lastEnd + stop);
        if (part !== '') push({ kind: kindOf(part), text: part, start, end: lastEnd + stop });
        finish(lastEnd + stop);
        lastEnd += stop + delimiter.length;
        pattern.lastIndex = lastEnd;
        continue;
      }
      lastEnd = Math.max(lastEnd, end - delimiter.length + 1);
    }
    if (first === '-' || written.startsWith('/*') || (first === '#' && !/^#{1,2}\w/.test(written))) {
      if (tokens.length === 0) comments.push({ start, end });
      continue;
    }
    if (first === '/') {
      finish(start);
      continue;
    }
    if (first === '\\') {
      finish(start);
      statements.push({ start, end, tokens: [{ kind: 'mark', text: written, start, end }], comments: [] });
      continue;
    }
    if (first === '$' && written.endsWith('$')) {
      const closing = text.indexOf(written, end);
      end = closing < 0 ? text.length : closing + written.length;
      pattern.lastIndex = end;
      lastEnd = end;
      blocks = { ...blocks, declares: false, last: '' };
      push({ kind: 'dollar', text: written, start, end });
      continue;
    }
    const kind = kindOf(written);
    const lower = kind === 'word' ? written.toUpperCase() : written;
    const atLineStart = start === 0 || text[start - 1] === '\n';
    if (kind === 'word' && atLineStart) {
      if (lower === 'DELIMITER') {
        finish(start);
        const feed = text.indexOf('\n', end);
        const line = feed < 0 ? text.length : feed;
        delimiter = text.slice(end, Math.min(line, end + 20)).trim() || ';';
        pattern.lastIndex = line;
        lastEnd = line;
        continue;
      }
      if (lower === 'GO' && /^[ \t]*(?:\d+[ \t]*)?(?:\n|$)/.test(text.slice(end, end + 40))) {
        finish(start);
        continue;
      }
    }
    if (lower === 'CREATE' && tokens.length > 1 && blocks.depth === 0 && blocks.parentheses === 0) {
      if (atLineStart || (!blocks.isRoutine && createsAt(text, start, end))) finish(start);
    }
    if (written === ';' && delimiter === ';' && endsStatement(blocks)) {
      const data = isCopyFromStdin(tokens) ? { start: end, end: endOfCopy(text, end) } : undefined;
      finish(start, data);
      if (data !== undefined) pattern.lastIndex = data.end;
      continue;
    }
    blocks = follow(blocks, lower, kind, tokens);
    push({ kind, text: written, start, end });
  }
  finish(text.length);
  return statements;

  function push(token: SqlToken): void {
    if (tokens.length < MAX_TOKENS) tokens.push(token);
  }
}

/** Whether a new statement begins although nothing ended the previous one: `IF NOT EXISTS (…) CREATE TABLE …`. */
function createsAt(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  if (before.slice(before.lastIndexOf('\n') + 1).trim() !== '') return false;
  return /^\s+(?:[A-Z]+\s+){0,4}(?:TABLE|VIEW|INDEX|DATABASE|SCHEMA|TYPE|SEQUENCE)\b/i.test(
    text.slice(end, end + 80),
  );
}

function kindOf(written: string): SqlToken['kind'] {
  const first = written.charAt(0);
  if (first === '"' || first === '`' || first === '[') return 'name';
  if (first === "'" || written[1] === "'") return 'string';
  return /[();,.=]/.test(first) ? 'mark' : 'word';
}

/** Open parts of a statement. A `;` does not end the statement inside a routine's block. */
interface Blocks {
  readonly parentheses: number;
  /** Number of BEGIN and CASE without END. */
  readonly depth: number;
  readonly isRoutine: boolean;
  /** After a routine's IS or AS and before its BEGIN: declarations, or a body without BEGIN. */
  readonly declares: boolean;
  /** The last END closed a block. */
  readonly closed: boolean;
  readonly last: string;
}

function newBlocks(): Blocks {
  return { parentheses: 0, depth: 0, isRoutine: false, declares: false, closed: false, last: '' };
}

function endsStatement({ depth, declares }: Blocks): boolean {
  return depth === 0 && !declares;
}

function follow(blocks: Blocks, word: string, kind: SqlToken['kind'], before: readonly SqlToken[]): Blocks {
  const next = { ...blocks, last: kind === 'word' || kind === 'mark' ? word : '' };
  if (kind === 'mark') {
    if (word === '(') next.parentheses += 1;
    else if (word === ')') next.parentheses = Math.max(0, next.parentheses - 1);
    return next;
  }
  // After AS, the body is a string.
  if (blocks.declares && (blocks.last === 'AS' || blocks.last === 'IS') && kind === 'string')
    next.declares = false;
  if (kind !== 'word') return next;
  const isEnd = blocks.last === 'END';
  switch (word) {
    case 'FUNCTION':
    case 'PROCEDURE':
    case 'PROC':
    case 'TRIGGER':
    case 'EVENT':
    case 'PACKAGE':
      if (before.length < 12 && /^(?:CREATE|ALTER)$/i.test(before[0]?.text ?? '')) next.isRoutine = true;
      if (blocks.last === 'EXECUTE') next.declares = false;
      break;
    case 'AS':
    case 'IS':
      if (blocks.isRoutine && blocks.parentheses === 0 && blocks.depth === 0) next.declares = true;
      break;
    case 'BEGIN':
      if (blocks.isRoutine || before.length === 0) {
        next.depth += 1;
        next.declares = false;
      }
      break;
    case 'TRAN':
    case 'TRANSACTION':
    case 'WORK':
      if (blocks.last === 'BEGIN') next.depth = Math.max(0, next.depth - 1);
      break;
    case 'CASE':
      if (next.depth > 0 && !isEnd) next.depth += 1;
      break;
    case 'END':
      next.closed = next.depth > 0;
      if (!next.closed) next.declares = false;
      next.depth = Math.max(0, next.depth - 1);
      break;
    case 'IF':
    case 'LOOP':
    case 'WHILE':
    case 'REPEAT':
    case 'FOR':
      // `END IF` closes something that was never counted.
      if (isEnd && blocks.closed) next.depth += 1;
      break;
    // The body is a string in another language, not a block.
    case 'LANGUAGE':
      if (blocks.last === 'AS' || blocks.last === 'IS') next.declares = false;
      break;
    default:
      break;
  }
  return next;
}

function isCopyFromStdin(tokens: readonly SqlToken[]): boolean {
  return /^COPY$/i.test(tokens[0]?.text ?? '') && tokens.slice(-12).some(({ text }) => /^STDIN$/i.test(text));
}

function endOfCopy(text: string, from: number): number {
  const end = text.indexOf('\n\\.', from);
  return end < 0 ? text.length : end;
}
