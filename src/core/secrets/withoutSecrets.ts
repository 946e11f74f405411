/** Hides secrets in texts that go into a document. */
import type { Span } from '../facts/fileFacts';
import { HIDDEN_VALUE, hideParts } from './hideParts';
import { withoutElements } from './secretElements';
import { secretSpans } from './findSecrets';
import { isSecretName } from './secretNames';

/** Hides secrets that are recognizable by their format. */
export function withoutSecretForms(text: string): string {
  return hideParts(text, secretSpans(text));
}

/**
 * Hides secrets by format, and the values of secret names in any notation: configuration files that could not be
 * parsed, markup, shell scripts. A value of several lines becomes one line.
 */
export function withoutSecrets(text: string): string {
  const elements = withoutElements(withoutSecretForms(withoutRandomLines(text)));
  const values = hideParts(elements, secretValues(elements));
  return withoutBlocks(values.split('\n')).join('\n');
}

/** A line that is one long run of letters and digits is part of a key. */
function withoutRandomLines(text: string): string {
  return text.replaceAll(LONG_RUN, (run, at: number) =>
    isWholeLine(text, at, at + run.length) && /[A-Z]/.test(run) && /\d/.test(run) ? HIDDEN_VALUE : run,
  );
}

const LONG_RUN = /(?<![A-Za-z\d+/])[A-Za-z\d+/]{40,}={0,2}/g;
/** Spaces, quotes, and signs around the only text of a line. */
const LONGEST_EDGE = 40;

function isWholeLine(text: string, start: number, end: number): boolean {
  let from = start - 1;
  let to = end;
  while (from >= start - LONGEST_EDGE && ` \t"'`.includes(text[from] ?? '\n')) from -= 1;
  while (to < end + LONGEST_EDGE && ` \t"',\\`.includes(text[to] ?? '\n')) to += 1;
  return (text[from] ?? '\n') === '\n' && /^[\r\n]?$/.test(text.charAt(to));
}

/** Strings may span lines and may be cut off. */
const VALUE = new RegExp(
  [
    String.raw`[@$a-z]{0,2}"""[^]*?(?:"""|$)`,
    String.raw`[@$a-z]{0,2}'''[^]*?(?:'''|$)`,
    String.raw`[@$a-z]{0,2}"(?:\\[^]|[^"\\])*"?`,
    String.raw`[@$a-z]{0,2}'(?:\\[^]|[^'\\])*'?`,
    '`[^`]*`?',
    String.raw`<<[-~]?["']?(?<end>\w+)[^]*?(?:\n[ \t]*\k<end>\b|$)`,
    String.raw`(?:\\\n[ \t]*|[^\s,;{}[\]])+`,
  ].join('|'),
  'iy',
);

/**
 * A name and the separator before its value: a sign, a comma after a quoted name, or a space: after an option, in `ENV
 * NAME value`, in a line of two words (`requirepass value`), and in an entry of .netrc.
 */
const NAME = new RegExp(
  [
    String.raw`(?<![\w.$-])(?<plain>[\w.$-]{1,160})["']?[ \t]{0,20}(?:[:=]{1,4}>?|\?=|\+=|\|\|)[ \t]{0,20}`,
    String.raw`["'](?<quoted>[\w.$-]{1,160})["'],[ \t]{0,20}`,
    String.raw`(?<![\w-])--(?<option>[\w-]{1,80})[ \t]{1,20}(?!-)`,
    String.raw`(?<![\w.$-])(?<word>\w{1,160})[ \t]{1,20}`,
  ].join('|'),
  'g',
);

const LONGEST_BEFORE = 400;
/** Names that are followed by their value in a line of two words. */
const SECRET_WORD = /^(?:pass|requirepass|masterauth)$|(?:password|passwd|passphrase|secret|token)$/;

/** Whether a value follows the word at [at, end) after spaces. */
function isBeforeValue(text: string, word: string, at: number, end: number): boolean {
  const near = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
  const before = near.slice(near.lastIndexOf('\n') + 1).trimStart();
  if (/^(?:ENV|ARG|setenv|SET)[ \t]{1,20}$/.test(before)) return true;
  if (word === 'password' && /^(?:machine[ \t]{1,20}\S|default[ \t])/.test(before)) return true;
  ONE_WORD.lastIndex = end;
  return before === '' && SECRET_WORD.test(word) && ONE_WORD.test(text);
}

const ONE_WORD = /[^\s:=]\S{0,200}[ \t]{0,20}$/my;

const NO_VALUE = /(?:true|false|null|none|nil|undefined)\b/iy;

/** The values of secret names. */
function* secretValues(text: string): Generator<Span, undefined> {
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const { plain, quoted, option, word } = match.groups ?? {};
    const start = NAME.lastIndex;
    if (!isSecretName(plain ?? quoted ?? option ?? word ?? '')) continue;
    if (word !== undefined && !isBeforeValue(text, word, match.index, start)) continue;
    NO_VALUE.lastIndex = start;
    VALUE.lastIndex = start;
    const [value = ''] = NO_VALUE.test(text) ? [] : (VALUE.exec(text) ?? []);
    if (value === '') continue;
    const end = start + value.length;
    NAME.lastIndex = end;
    yield { start, end };
  }
}

/** A name, its type, and the sign before its value. */
const ASSIGNED =
  /(?<![\w$.-])([\w$.-]{1,160})(?:[ \t]{0,20}:[^=,()"'`]{0,120})?[ \t]{0,20}[:=]>?[ \t]{0,20}/g;
/** A string or a number. */
const LITERAL = /[a-zA-Z]{0,2}"(?:\\[^]|[^"\\])*"|[a-zA-Z]{0,2}'(?:\\[^]|[^'\\])*'|`[^`]*`|-?\d[\w.]*/y;

/** Hides literals assigned to secret names in code, and secrets by format. Types and names stay. */
export function withoutSecretLiterals(code: string): string {
  return withoutSecretForms(hideParts(code, valuesBehind(code, ASSIGNED, LITERAL)));
}

/** A name and the sign before its value, in a sentence. */
const STATED = /(?<![\w.-])([\w.-]{1,80})["'`]?(?:=|:[ \t]?)["'`]?/g;
/** A value that no sentence has after a colon: letters and digits, in one word. */
const WORD = /(?!\w{1,20}:\/\/)(?=[^\s"'`]{0,100}\d)(?=[^\s"'`]{0,100}[A-Za-z])[^\s"'`,;)]{8,200}/y;

/** Hides secrets by format, and values in sentences such as `Set PASS=… first.` */
export function withoutStatedSecrets(sentences: string): string {
  const shown = withoutSecretForms(sentences);
  return hideParts(shown, valuesBehind(shown, STATED, WORD));
}

/** The values directly behind secret names. `before` is global and captures the name, `value` is sticky. */
function* valuesBehind(text: string, before: RegExp, value: RegExp): Generator<Span, undefined> {
  before.lastIndex = 0;
  for (let match = before.exec(text); match !== null; match = before.exec(text)) {
    const start = before.lastIndex;
    value.lastIndex = start;
    if (!value.test(text)) continue;
    before.lastIndex = value.lastIndex;
    if (isSecretName(match[1] ?? '')) yield { start, end: value.lastIndex };
  }
}

/** Opens a block with a secret on the following lines: a list, a table, a text. */
const OPENING = new RegExp(
  String.raw`(?<![\w.$-])(?<name>[\w.$-]{1,160})["']?[ \t]{0,20}[:=]{1,4}>?(?:[ \t]{0,20}${HIDDEN_VALUE})?[ \t]{0,20}(?<bracket>[[{(])?$`,
);

function withoutBlocks(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let resumeAt = 0;
  for (const [at, line] of lines.entries()) {
    if (at < resumeAt) continue;
    shown.push(line);
    const { name, bracket } = OPENING.exec(line.trimEnd())?.groups ?? {};
    if (name === undefined || !isSecretName(name)) continue;
    const indent = indentOf(line);
    resumeAt = endOfBlock(lines, at + 1, indent, bracket !== undefined);
    if (resumeAt > at + 1) shown.push(`${' '.repeat(indent + 2)}${HIDDEN_VALUE}`);
  }
  return shown;
}

/**
 * The first line after the block that begins at `start`: after the closing bracket if it is in brackets, else the first
 * line that is not indented deeper.
 */
function endOfBlock(lines: readonly string[], start: number, indent: number, isBracketed: boolean): number {
  for (let at = start; ; at += 1) {
    const line = lines[at];
    if (line === undefined) return at;
    if (line.trim() === '' || indentOf(line) > indent) continue;
    const isInside = isBracketed ? !/^\s*[\]})]/.test(line) : /^\s*-\s/.test(line);
    if (!isInside) return at;
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
