/** The first lines of a file that nothing is known of, which may be a configuration that could not be read. */

/** Keys whose values are never shown. */
export const SECRET =
  /(?:secret|passw|passphrase|pwd|token|key|credential|auth|private|salt|signature|cookie|session|bearer|dsn|cert)/i;

export const HIDDEN_VALUE = '•••';

const SECRET_KEY = String.raw`["']?[\w.-]{0,80}${SECRET.source}[\w.-]{0,80}["']?[ \t]*[:=]+>?[ \t]*`;

/** Strings may go on for lines, and may be cut off. */
const VALUE = [
  String.raw`[@$a-z]{0,2}"""[^]*?(?:"""|$)`,
  String.raw`[@$a-z]{0,2}'''[^]*?(?:'''|$)`,
  String.raw`[@$a-z]{0,2}"(?:\\[^]|[^"\\])*"?`,
  String.raw`[@$a-z]{0,2}'(?:\\[^]|[^'\\])*'?`,
  '`[^`]*`?',
  String.raw`<<[-~]?["']?(?<end>\w+)[^]*?(?:\n[ \t]*\k<end>\b|$)`,
  String.raw`(?:\\\n[ \t]*|[^\s,;{}[\]])+`,
].join('|');

const SECRET_PAIR = new RegExp(`(?<key>${SECRET_KEY})(?:${VALUE})`, 'gi');
const SECRET_ELEMENT = new RegExp(
  String.raw`(?<key><[\w.:-]{0,80}${SECRET.source}[\w.-]{0,80}(?:\s[^<>]{0,200})?>)[^<]+`,
  'gi',
);

/** What is a secret whatever its key, as far as it can be told in the middle of a text. */
const SECRET_PARTS = [
  /(?<=-{4,5} ?BEGIN [^\n-]{0,80}-{4,5})[^]*?(?=-{4,5} ?END|$)/g,
  /(?<=^[ \t"']{0,40})(?=[a-z\d+/]*[A-Z])(?=[A-Za-z+/]*\d)[A-Za-z\d+/]{40,}={0,2}(?=[ \t"',\\]*$)/gm,
  /(?<=:\/\/)[^/\s]*:[^/\s]*(?=@)/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\b(?:sk|pk|rk|gh[opsru]|github_pat|glpat|xox[a-z]|npm|pypi|hf|shpat|dop_v1)[-_][\w-]{8,}/g,
  /\beyJ[\w.-]{10,}/g,
];

/** Opens a block that holds a secret, on the lines below: a list, a table, a text. */
const BLOCK_OF_SECRET = new RegExp(
  String.raw`${SECRET_KEY}(?:${HIDDEN_VALUE})?[ \t]*(?<bracket>[[{(])?[ \t]*$`,
  'i',
);

/** Without values that are secrets, of which those of several lines become one. */
export function withoutSecrets(text: string): string {
  const parts = SECRET_PARTS.reduce((rest, pattern) => rest.replaceAll(pattern, HIDDEN_VALUE), text);
  const shown = parts
    .replaceAll(SECRET_PAIR, `$<key>${HIDDEN_VALUE}`)
    .replaceAll(SECRET_ELEMENT, `$<key>${HIDDEN_VALUE}`);
  return withoutBlocks(shown.split('\n')).join('\n');
}

function withoutBlocks(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    shown.push(line);
    const opening = BLOCK_OF_SECRET.exec(line);
    if (opening === null) continue;
    const end = endOfBlock(lines, at, opening.groups?.bracket !== undefined);
    if (end > at + 1) shown.push(`${' '.repeat(indentOf(line) + 2)}${HIDDEN_VALUE}`);
    at = end - 1;
  }
  return shown;
}

/** The first line that is not in the block: in brackets all is up to the one that closes them, else what is deeper. */
function endOfBlock(lines: readonly string[], start: number, isBracketed: boolean): number {
  const indent = indentOf(lines[start] ?? '');
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || indentOf(line) > indent) continue;
    const isInside = isBracketed ? !/^\s*[\]})]/.test(line) : /^\s*-\s/.test(line);
    if (!isInside) return at;
  }
  return lines.length;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
