import type { FileFacts, FileSymbol } from '../facts/fileFacts';
import { symbolDepths } from '../facts/questions';
import { countOf } from '../languages/cuts';

const MAX_VALUE = 60;
const MAX_KEYS = 200;

/** Keys whose values are never shown. */
const SECRET =
  /(?:secret|passw|pwd|token|key|credential|auth|private|salt|signature|cookie|session|bearer|dsn|cert)/i;

export const HIDDEN_VALUE = '•••';

/** Line count, tables and keys with their value's type and, where short and no secret, the value itself. */
export function summariseConfig(languageName: string, text: string, facts: FileFacts): string {
  const depths = symbolDepths(facts);
  const parents = new Set(facts.symbols.map(({ parent }) => parent));
  const secret: boolean[] = [];
  const lines = facts.symbols.slice(0, MAX_KEYS).map((symbol, index) => {
    secret[index] = SECRET.test(symbol.name) || secret[symbol.parent] === true;
    const indent = '  '.repeat(depths[index] ?? 0);
    if (parents.has(index)) return `${indent}- ${symbol.name}`;
    return `${indent}- ${symbol.name}: ${describeValue(valueOf(text, symbol), secret[index] === true)}`;
  });
  const more = facts.symbols.length - lines.length;
  if (more > 0) lines.push(`- … ${more} more`);
  return `${[`${languageName}, ${countOf(facts.lines)}`, '', ...lines].join('\n').trimEnd()}\n`;
}

/** What follows the key and its `:` or `=`. */
function valueOf(text: string, { range }: FileSymbol): string {
  const written = text.slice(range.start, Math.min(range.end, range.start + 1_000));
  return /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^:=\n]*?)\s*[:=]\s*([^]*)$/.exec(written)?.[1]?.trim() ?? '';
}

function describeValue(value: string, isSecret: boolean): string {
  const type = typeOfValue(value);
  if (type === 'table' || type === 'list') return type;
  if (isSecret && type !== 'boolean') return HIDDEN_VALUE;
  // Whatever looks like a credential in the value itself: user:password@host, long random runs.
  if (/:\/\/[^/\s]*:[^/\s]*@/.test(value) || /[A-Za-z0-9+/_-]{32,}/.test(value))
    return `${type} ${HIDDEN_VALUE}`;
  return value.length > MAX_VALUE || value.includes('\n') ? type : `${type} ${value}`;
}

function typeOfValue(value: string): string {
  if (value.startsWith('{')) return 'table';
  if (value.startsWith('[')) return 'list';
  if (/^(?:true|false|yes|no|on|off)$/i.test(value)) return 'boolean';
  if (/^[+-]?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return 'number';
  if (value === '' || /^(?:null|~|none|nil)$/i.test(value)) return 'empty';
  return 'text';
}
