import { counted } from '../counted';
import type { FileFacts, FileSymbol } from '../facts/fileFacts';
import { symbolDepths } from '../facts/questions';
import { HIDDEN_VALUE, SECRET } from './withoutSecrets';

const MAX_VALUE = 60;
const MAX_KEYS = 200;

/**
 * Values that are secrets whatever their key: `user:password@host`, `password=…` in a connection string, tokens by
 * their prefix, long random runs.
 */
const SECRET_VALUE = [
  /:\/\/[^/\s]*:[^/\s]*@/,
  /(?:secret|passw|pwd|token|key|sig)[\w-]*\s*[=:]/i,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/,
  /\b(?:sk|pk|rk|gh[opsru]|github_pat|glpat|xox[a-z]|npm|pypi|hf|shpat|dop_v1)[-_][\w-]{8,}/,
  /-----BEGIN|\beyJ[\w-]{10,}/,
  /[A-Za-z0-9+/_-]{32,}/,
];

/** Line count, tables and keys with their value's type and, where short and no secret, the value itself. */
export function summariseConfig(languageName: string, text: string, facts: FileFacts): string {
  const depths = symbolDepths(facts);
  const parents = new Set(facts.symbols.map(({ parent }) => parent));
  const secret: boolean[] = [];
  const lines: string[] = [];
  for (const [index, symbol] of facts.symbols.entries()) {
    secret[index] = SECRET.test(symbol.name) || secret[symbol.parent] === true;
    // Anchors mark what a key holds and have no value of their own.
    if (symbol.kind === 'Const' || lines.length >= MAX_KEYS) continue;
    const described = parents.has(index) ? undefined : describeValue(valueOf(text, symbol), secret[index]);
    const shown = described === undefined ? symbol.name : `${symbol.name}: ${described}`;
    lines.push(`${'  '.repeat(depths[index] ?? 0)}- ${shown}`);
  }
  const more = facts.symbols.filter(({ kind }) => kind !== 'Const').length - lines.length;
  if (more > 0) lines.push(`- … ${more} more`);
  return `${[`${languageName}, ${counted(facts.lines, 'line')}`, '', ...lines].join('\n').trimEnd()}\n`;
}

/** What follows the key and its `:`, `=` or blank; undefined where something else than a key begins the range. */
function valueOf(text: string, { name, range }: FileSymbol): string | undefined {
  const written = text.slice(range.start, Math.min(range.end, range.start + name.length + 1_000));
  const before = /^(?:export[ \t]+)?["']?/.exec(written)?.[0].length ?? 0;
  if (!written.startsWith(name, before)) return undefined;
  const rest = written.slice(before + name.length).replace(/^["']/, '');
  const separator = /^[ \t]*[:=][ \t]*|^[ \t]+|^$/.exec(rest)?.[0];
  return separator === undefined ? undefined : rest.slice(separator.length);
}

function describeValue(written: string | undefined, isSecret: boolean): string | undefined {
  if (written === undefined) return undefined;
  const value = written.trim();
  if (value !== '' && /^\s*\n/.test(written)) return typeOfBlock(value);
  const type = typeOfValue(value);
  if (type === 'table' || type === 'list' || type === 'empty') return type;
  if (isSecret && type !== 'boolean') return HIDDEN_VALUE;
  if (SECRET_VALUE.some((pattern) => pattern.test(value))) return `${type} ${HIDDEN_VALUE}`;
  return value.length > MAX_VALUE || value.includes('\n') ? type : `${type} ${value}`;
}

/** What begins below its key: a list, keys too deep to be listed, or a text of some lines. */
function typeOfBlock(value: string): string {
  if (/^-(?:\s|$)/.test(value)) return 'list';
  return /^[^\s:]+\s*:(?:\s|$)/.test(value) ? 'table' : 'text';
}

function typeOfValue(value: string): string {
  if (value.startsWith('{')) return 'table';
  if (value.startsWith('[')) return 'list';
  if (/^(?:true|false|yes|no|on|off)$/i.test(value)) return 'boolean';
  if (/^[+-]?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return 'number';
  if (value === '' || /^(?:null|~|none|nil)$/i.test(value)) return 'empty';
  return 'text';
}
