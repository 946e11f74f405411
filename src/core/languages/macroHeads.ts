/**
 * Macros that head a body: `SYSCALL_DEFINE3(read, …) {`, `TEST_CASE("adds") {`. No grammar reads them, so each becomes
 * the head of a function for the parser, and its kind and name are read from the original text.
 */
import type { SymbolKind } from '../facts/fileFacts';
import { blank } from './blank';
import { knownHead, UNKNOWN_HEAD, type Head } from './knownMacros';

const STRING = String.raw`"(?:[^"\\\n]|\\.){0,1000}"`;
const INNER = String.raw`\((?:[^()"]|${STRING}|\((?:[^()"]|${STRING}){0,200}\)){0,300}\)`;
const ARGUMENTS = String.raw`\(((?:[^()"]|${STRING}|${INNER}){0,1000})\)`;

/** A call at the start of a line, then a body. */
const HEAD = new RegExp(
  String.raw`^([ \t]{0,40}(?:(?:static|inline|extern)[ \t]+){0,2})([A-Z]\w{3,80})[ \t]?${ARGUMENTS}(?=\s{0,200}\{)`,
  'gm',
);

/** Arguments that also are parameters: names and types. */
const PARAMETERS = /^\s*\w[\w\s*]*(?:,\s*\w[\w\s*]*)*$/;

/** The type of the function that the parser reads. */
const TYPE = 'int';

/** Returns a text of the same length and with the same lines. */
export function withFunctionHeads(text: string): string {
  return text.replace(HEAD, (whole, before: string, macro: string, inside: string, at: number) => {
    const head = headOf(macro, before.trimStart() === before && follows(text, at));
    if (head === undefined) return whole;
    const rest = whole.slice(before.length + macro.length);
    // The name of the function covers one character, which is no name.
    if (macro.length === TYPE.length + 1) return `${before}${TYPE} f(${blank(rest.slice(2, -1))})`;
    const name = 'f'.padStart(macro.length - TYPE.length);
    const parameters = PARAMETERS.test(inside)
      ? rest
      : `${blank(rest.slice(0, -inside.length - 2))}(${blank(inside)})`;
    return before + TYPE + name + parameters;
  });
}

function headOf(macro: string, isFirst: boolean): Head | undefined {
  return knownHead(macro) ?? (isFirst && /^[A-Z][A-Z\d_]+$/.test(macro) ? UNKNOWN_HEAD : undefined);
}

/** Whether no type is on the line before. */
function follows(text: string, at: number): boolean {
  const line =
    text
      .slice(Math.max(0, at - 200), at)
      .trimEnd()
      .split('\n')
      .at(-1) ?? '';
  return !/[\w*&>,]$/.test(line) || /^\s*#|\/\//.test(line) || /^[A-Z\d_]+$/.test(line);
}

const AT_HEAD = new RegExp(String.raw`^([A-Z]\w{3,80})[ \t]?${ARGUMENTS}`);

/** In UTF-16 units: longer heads are not read. */
const LONGEST_HEAD = 4_000;

/**
 * Reads the macro under the name of a function that the parser found; undefined if the name is real. `nameStart` is
 * inside or right behind the macro, where no name begins.
 */
export function macroHead(
  text: string,
  nameStart: number,
): { readonly kind: SymbolKind; readonly name: string } | undefined {
  let start = nameStart;
  while (start > 0 && /\w/.test(text.charAt(start - 1))) start -= 1;
  if (start === nameStart) return undefined;
  const [, macro = '', inside = ''] = AT_HEAD.exec(text.slice(start, start + LONGEST_HEAD)) ?? [];
  const { kind, named } = knownHead(macro) ?? UNKNOWN_HEAD;
  const [first = '', ...others] = argumentsIn(inside);
  if (named === 'first') return { kind, name: /^\w+$/.test(first) ? first : macro };
  const title = TITLE.exec(inside)?.[1];
  return { kind, name: title ?? ([first, ...others].join('.') || macro) };
}

const TITLE = /^[^"]*"((?:[^"\\\n]|\\.)*)"/;

function argumentsIn(inside: string): readonly string[] {
  return inside.split(',').map((each) => each.trim());
}
