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
  return text.replaceAll(
    /(?<=^[ \t"']{0,40})(?=[a-z\d+/]{0,4096}[A-Z])(?=[A-Za-z+/]{0,4096}\d)[A-Za-z\d+/]{40,}={0,2}(?=[ \t"',\\]{0,40}$)/gm,
    HIDDEN_VALUE,
  );
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
    String.raw`(?<=^[ \t]{0,20}(?:ENV|ARG|setenv|SET)[ \t]{1,20})(?<variable>\w{1,160})[ \t]{1,20}`,
    String.raw`(?<=^[ \t]{0,20})(?<word>pass|requirepass|masterauth|\w{0,40}(?:password|passwd|passphrase|secret|token))[ \t]{1,20}(?=[^\s:=]\S{0,200}[ \t]{0,20}$)`,
    String.raw`\b(?<entry>password)[ \t]{1,20}(?<=^[ \t]{0,20}(?:machine[ \t]{1,20}\S{1,200}|default)[ \t][^\n]{0,300})`,
  ].join('|'),
  'gm',
);

const NO_VALUE = /(?:true|false|null|none|nil|undefined)\b/iy;

/** The values of secret names. */
function* secretValues(text: string): Generator<Span, undefined> {
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const { plain, quoted, option, variable, word, entry } = match.groups ?? {};
    const start = NAME.lastIndex;
    if (!isSecretName(plain ?? quoted ?? option ?? variable ?? word ?? entry ?? '')) continue;
    NO_VALUE.lastIndex = start;
    VALUE.lastIndex = start;
    const [value = ''] = NO_VALUE.test(text) ? [] : (VALUE.exec(text) ?? []);
    if (value === '') continue;
    const end = start + value.length;
    NAME.lastIndex = end;
    yield { start, end };
  }
}

/** A string or a number assigned to a name. */
const LITERAL =
  /(?<![\w$.-])(?<name>[\w$.-]{1,160})(?<type>[ \t]*:[^=,()"'`]{0,120}|[ \t]*)(?<sign>[:=]>?[ \t]*)(?<value>[a-zA-Z]{0,2}"(?:\\[^]|[^"\\])*"|[a-zA-Z]{0,2}'(?:\\[^]|[^'\\])*'|`[^`]*`|-?\d[\w.]*)/g;

/** Hides literals assigned to secret names in code, and secrets by format. Types and names stay. */
export function withoutSecretLiterals(code: string): string {
  const shown = code.replaceAll(LITERAL, (whole, ...rest: readonly unknown[]) => {
    // The last argument holds the named groups; each of these takes part in every match.
    const { name, type, sign } = rest.at(-1) as Readonly<Record<'name' | 'type' | 'sign', string>>;
    return isSecretName(name) ? `${name}${type}${sign}${HIDDEN_VALUE}` : whole;
  });
  return withoutSecretForms(shown);
}

/** A value that no sentence has after a colon: letters and digits, in one word. */
const STATED =
  /(?<![\w.-])(?<name>[\w.-]{1,80})(?<sign>["'`]?(?:=|:[ \t]?)["'`]?)(?!\w{1,20}:\/\/)(?=[^\s"'`]{0,100}\d)(?=[^\s"'`]{0,100}[A-Za-z])[^\s"'`,;)]{8,200}/g;

/** Hides secrets by format, and values in sentences such as `Set PASS=… first.` */
export function withoutStatedSecrets(sentences: string): string {
  return withoutSecretForms(sentences).replaceAll(STATED, (whole, ...rest: readonly unknown[]) => {
    // The last argument holds the named groups; each of these takes part in every match.
    const { name, sign } = rest.at(-1) as Readonly<Record<'name' | 'sign', string>>;
    return isSecretName(name) ? `${name}${sign}${HIDDEN_VALUE}` : whole;
  });
}

/** Opens a block with a secret on the following lines: a list, a table, a text. */
const OPENING = new RegExp(
  String.raw`(?<![\w.$-])(?<name>[\w.$-]{1,160})["']?[ \t]{0,20}[:=]{1,4}>?[ \t]{0,20}(?:${HIDDEN_VALUE})?[ \t]{0,20}(?<bracket>[[{(])?[ \t]*$`,
);

function withoutBlocks(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let resumeAt = 0;
  for (const [at, line] of lines.entries()) {
    if (at < resumeAt) continue;
    shown.push(line);
    const { name, bracket } = OPENING.exec(line)?.groups ?? {};
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
