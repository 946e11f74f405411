import { textLines, type TextLine } from './textLines';

/** The kinds of statements outside recipes and `define` blocks. */
export type MakefileStatement =
  | { readonly kind: 'blank' | 'conditional' | 'other' }
  /** `start` is the offset of `#` in the line. */
  | { readonly kind: 'comment'; readonly start: number }
  | { readonly kind: 'include'; readonly sources: readonly string[] }
  | { readonly kind: 'define'; readonly name: string }
  /** `value` is the offset after the sign. */
  | { readonly kind: 'assignment'; readonly name: string; readonly exported: boolean; readonly value: number }
  | { readonly kind: 'rule'; readonly targets: readonly string[] };

/** Nobody writes more before a colon or a sign. */
const MAX_UNITS = 1_000;

/** Lines; those with a backslash at the end are joined with the next. */
export function* logicalLines(text: string): Generator<TextLine, undefined> {
  let start: number | undefined;
  for (const line of textLines(text)) {
    start ??= line.start;
    const isContinued = /(?:^|[^\\])(?:\\\\)*\\$/.test(
      text.slice(Math.max(line.start, line.end - 20), line.end),
    );
    if (isContinued && line.end + 1 < text.length) continue;
    yield { text: text.slice(start, Math.min(line.end, start + MAX_UNITS)), start, end: line.end };
    start = undefined;
  }
}

const CONDITIONAL = /^\s*(?:ifn?eq|ifn?def|else|endif)\b|^[.!]\s*(?:if|el|endif|for|endfor|undef|error)/;
const INCLUDE = /^\s*(?:[-s]?include\s|[.!]\s*[-s]?include\b)\s*([^]*)$/;
const DEFINE = /^\s*(?:(?:export|override)\s+)*define\s+(\S+)/;
const ASSIGNMENT = /^ *((?:(?:export|override|private)\s+)*)([^\s:#=+?!]+)\s*(?::{0,3}|[+?!])=/;

export function readStatement(line: string): MakefileStatement {
  if (/^\s*$/.test(line)) return { kind: 'blank' };
  if (/^\s*#/.test(line)) return { kind: 'comment', start: line.indexOf('#') };
  if (CONDITIONAL.test(line)) return { kind: 'conditional' };
  const included = INCLUDE.exec(line)?.[1];
  if (included !== undefined) return { kind: 'include', sources: sourcesIn(included) };
  const defined = DEFINE.exec(line)?.[1];
  if (defined !== undefined) return { kind: 'define', name: defined.replace(/[:+?]?=$/, '') };
  const assignment = ASSIGNMENT.exec(line);
  if (assignment !== null) {
    const [match, prefix = '', name = ''] = assignment;
    return { kind: 'assignment', name, exported: prefix.includes('export'), value: match.length };
  }
  const targets = targetsOf(line);
  return targets === undefined ? { kind: 'other' } : { kind: 'rule', targets };
}

function sourcesIn(written: string): readonly string[] {
  const words = written.replace(/#[^]*$/, '').split(/\s+/);
  return words
    .filter((word) => word !== '' && word !== '\\')
    .map((word) => word.replaceAll(/^[<"]|[>"]$/g, ''));
}

/** The targets of a rule; undefined if the line is no rule or sets a target-specific variable. */
function targetsOf(line: string): readonly string[] | undefined {
  const colon = topLevelColon(line);
  if (colon === undefined) return undefined;
  const rest = line.slice(colon).replace(/^:+/, '');
  if (/^\s*(?:(?:export|override|private)\s+)*[^\s:#=+?!;]+\s*(?::{0,3}|[+?!])=/.test(rest)) return undefined;
  const targets = splitWords(line.slice(0, colon).replace(/\s*&$/, '')).filter((word) => word !== '\\');
  return targets.length === 0 ? undefined : targets;
}

/** The first colon outside references that does not begin an assignment. */
function topLevelColon(line: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '#' && depth === 0) return undefined;
    if (character === '$' && /[({]/.test(line.charAt(at + 1))) depth += 1;
    else if (depth > 0 && /[)}]/.test(character)) depth -= 1;
    else if (character === '\\') at += 1;
    else if (depth === 0 && character === '=') return undefined;
    else if (depth === 0 && character === ':') return line[at + 1] === '=' ? undefined : at;
  }
  return undefined;
}

/** Splits at white space, except inside references. */
function splitWords(written: string): readonly string[] {
  const words: string[] = [];
  let depth = 0;
  let word = '';
  for (let at = 0; at < written.length; at += 1) {
    const character = written.charAt(at);
    if (character === '$' && /[({]/.test(written.charAt(at + 1))) depth += 1;
    else if (depth > 0 && /[)}]/.test(character)) depth -= 1;
    if (depth > 0 || !/\s/.test(character)) word += character;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  if (word !== '') words.push(word);
  return words;
}
