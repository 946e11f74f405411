import { parseIgnoreLine, type IgnoreRule } from '../../ignore/ignoreRule';
import { withoutMark } from '../../outside/withoutMark';
import { unquotePath } from '../quotePath';

/** True if set, false if unset; undefined after `!name`, which takes back what weaker lines say. */
export type AttributeValue = boolean | string | undefined;

export interface Assignment {
  readonly name: string;
  readonly value: AttributeValue;
}

export interface AttributeRule {
  readonly pattern: IgnoreRule;
  readonly assignments: readonly Assignment[];
}

/** A file in .gitattributes syntax. */
export interface AttributeFile {
  /** Number of folders from the root down to the file's own. */
  readonly depth: number;
  /** In the order of the lines. */
  readonly rules: readonly AttributeRule[];
  readonly macros: ReadonlyMap<string, readonly Assignment[]>;
}

export interface AttributeSource {
  /** The folder of a .gitattributes; '' for the top level and for `.git/info/attributes`. */
  readonly folder: string;
  readonly text: string;
  /** `core.ignoreCase`. */
  readonly ignoreCase?: boolean;
}

/** Git ignores longer lines, in bytes. */
const MAX_LINE = 2_048;

/** Limit on rules per file: every one is compared with every path. */
const MAX_RULES = 20_000;

/** Reads a file in .gitattributes syntax. It never fails: lines that git would ignore are skipped. */
export function parseAttributeFile({ folder, text, ignoreCase = false }: AttributeSource): AttributeFile {
  const rules: AttributeRule[] = [];
  const macros = new Map<string, readonly Assignment[]>();
  for (const [at, source] of withoutMark(text).split('\n').entries()) {
    if (rules.length >= MAX_RULES) break;
    const parsed = parseLine(source, at + 1, ignoreCase);
    if (parsed.kind === 'rule') rules.push(parsed.rule);
    // Only the top level may define macros.
    else if (parsed.kind === 'macro' && folder === '') macros.set(parsed.name, parsed.assignments);
  }
  return { depth: folder === '' ? 0 : folder.split('/').length, rules, macros };
}

type ParsedLine =
  | { readonly kind: 'rule'; readonly rule: AttributeRule }
  | { readonly kind: 'macro'; readonly name: string; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'nothing' };

const NOTHING: ParsedLine = { kind: 'nothing' };
const MACRO = '[attr]';

function parseLine(source: string, line: number, ignoreCase: boolean): ParsedLine {
  if (source.length > MAX_LINE) return NOTHING;
  const [text = ''] = source.split('\0', 1);
  const trimmed = text.replace(/^[ \t\r]+/, '');
  if (trimmed === '' || trimmed.startsWith('#')) return NOTHING;
  const split = splitPattern(trimmed);
  const assignments = parseAssignments(split.rest);
  if (assignments === undefined) return NOTHING;
  if (!split.isQuoted && split.pattern.startsWith(MACRO) && split.pattern.length > MACRO.length) {
    const name = split.pattern.slice(MACRO.length);
    return isAttributeName(name) ? { kind: 'macro', name, assignments } : NOTHING;
  }
  if (split.pattern.startsWith('!')) return NOTHING;
  const parsed = parseIgnoreLine(escapedForIgnore(split.pattern), line, ignoreCase);
  return parsed.kind === 'rule' ? { kind: 'rule', rule: { pattern: parsed.rule, assignments } } : NOTHING;
}

interface SplitLine {
  readonly pattern: string;
  readonly rest: string;
  readonly isQuoted: boolean;
}

function splitPattern(line: string): SplitLine {
  const quoted = line.startsWith('"') ? unquotePath(line) : undefined;
  if (quoted !== undefined) return { pattern: quoted.path, rest: line.slice(quoted.length), isQuoted: true };
  const [pattern = ''] = /^[^ \t\r]*/.exec(line) ?? [];
  return { pattern, rest: line.slice(pattern.length), isQuoted: false };
}

/** A pattern may begin with a number sign or end with spaces here, which mean something else in .gitignore. */
function escapedForIgnore(pattern: string): string {
  const start = pattern.startsWith('#') ? `\\${pattern}` : pattern;
  return start.replace(/ +$/, (blanks) => blanks.replaceAll(' ', '\\ '));
}

/** Undefined if one of the names is invalid, for which git ignores the whole line. */
function parseAssignments(text: string): readonly Assignment[] | undefined {
  const assignments: Assignment[] = [];
  for (const word of text.split(/[ \t\r]+/)) {
    if (word === '') continue;
    const assignment = parseAssignment(word);
    if (!isAttributeName(assignment.name)) return undefined;
    assignments.push(assignment);
  }
  return assignments;
}

function parseAssignment(word: string): Assignment {
  const sign = word.startsWith('-') || word.startsWith('!') ? word.charAt(0) : '';
  const [, name = '', value] = /^([^=]*)(?:=([^]*))?$/.exec(word.slice(sign.length)) ?? [];
  if (sign === '-') return { name, value: false };
  if (sign === '!') return { name, value: undefined };
  return { name, value: value ?? true };
}

function isAttributeName(name: string): boolean {
  return /^[A-Za-z0-9_.][\w.-]*$/.test(name);
}
