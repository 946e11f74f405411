import { counted } from '../counted';
import type { FileFacts, FileSymbol } from '../facts/fileFacts';
import { symbolsByDepth } from '../facts/questions';
import { isNamedToken } from '../secrets/namedKinds';
import { isSecretName } from '../secrets/secretNames';
import { HIDDEN_VALUE } from '../secrets/hideParts';
import { withoutSecrets } from '../secrets/withoutSecrets';

const MAX_VALUE = 60;
const MAX_KEYS = 200;

/**
 * Long runs of letters and digits mean nothing to a reader and may be keys. With slashes they may also be paths, unless
 * they mix digits with letters of both cases.
 */
const RANDOM =
  /[A-Za-z0-9+_-]{32,}|(?=[a-z0-9+/_-]{0,40}[A-Z])(?=[A-Z0-9+/_-]{0,40}[a-z])(?=[A-Za-z+/_-]{0,40}[0-9])[A-Za-z0-9+/_-]{32,}/;

/**
 * Summarizes a configuration file: line count, then tables and keys with the type of each value and, if it is short and
 * no secret, the value itself.
 */
export function summarizeConfig(languageName: string, text: string, facts: FileFacts): string {
  const parents = new Set(facts.symbols.map(({ parent }) => parent));
  const named = namedSecrets(text, facts);
  const secret: boolean[] = [];
  const lines: string[] = [];
  for (const [index, { symbol, depth }] of symbolsByDepth(facts).entries()) {
    secret[index] =
      isSecretName(symbol.name) ||
      secret[symbol.parent] === true ||
      (named.has(symbol.parent) && VALUE_NAME.test(symbol.name));
    // Anchors name the value of a key and have no value themselves.
    if (symbol.kind === 'Const' || lines.length >= MAX_KEYS) continue;
    const described = parents.has(index)
      ? undefined
      : describeValue(valueOf(text, symbol), symbol.name, secret[index]);
    const shown = described === undefined ? symbol.name : `${symbol.name}: ${described}`;
    lines.push(`${'  '.repeat(depth)}- ${shown}`);
  }
  const more = facts.symbols.filter(({ kind }) => kind !== 'Const').length - lines.length;
  if (more > 0) lines.push(`- … ${more} more`);
  return `${[`${languageName}, ${counted(facts.lines, 'line')}`, '', ...lines].join('\n').trimEnd()}\n`;
}

const NAMING = /^(?:name|key|id|variable)$/i;
const VALUE_NAME = /^(?:value|default|content|data)$/i;

/** Indexes of tables that name a secret and hold its value under another key: `name = "TOKEN"`, `value = …`. */
function namedSecrets(text: string, facts: FileFacts): ReadonlySet<number> {
  const naming = facts.symbols.filter(({ name }) => NAMING.test(name));
  const secrets = naming.filter((symbol) => isSecretName(valueOf(text, symbol)?.slice(0, MAX_VALUE) ?? ''));
  return new Set(secrets.map(({ parent }) => parent).filter((parent) => parent >= 0));
}

/** The text after the key and its `:`, `=` or space; undefined if the range does not begin with the key. */
function valueOf(text: string, { name, range }: FileSymbol): string | undefined {
  const written = text.slice(range.start, Math.min(range.end, range.start + name.length + 1_000));
  const before = /^(?:export[ \t]+)?["']?/.exec(written)?.[0].length ?? 0;
  if (!written.startsWith(name, before)) return undefined;
  const rest = written.slice(before + name.length).replace(/^["']/, '');
  const separator = /^[ \t]*[:=][ \t]*|^[ \t]+|^$/.exec(rest)?.[0];
  return separator === undefined ? undefined : rest.slice(separator.length);
}

function describeValue(
  written: string | undefined,
  name: string,
  isSecret: boolean | undefined,
): string | undefined {
  if (written === undefined) return undefined;
  const value = written.trim();
  if (value !== '' && /^\s*\n/.test(written)) return typeOfBlock(value);
  const type = typeOfValue(value);
  if (type === 'table' || type === 'list' || type === 'empty') return type;
  if (isSecret === true && type !== 'boolean') return HIDDEN_VALUE;
  if (RANDOM.test(value) || isNamedToken(name, value) || withoutSecrets(value) !== value)
    return `${type} ${HIDDEN_VALUE}`;
  return value.length > MAX_VALUE || value.includes('\n') ? type : `${type} ${value}`;
}

/** The type of a value that begins below its key: a list, a table nested too deep to list, or several lines of text. */
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
