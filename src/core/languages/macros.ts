/**
 * What only the preprocessor could make sense of, blanked for the parser: exports, calling conventions, annotations,
 * old prototypes, comments in definitions. They are told by their places and capitals; a wrong guess costs the parser a
 * type's name, never the reader anything, for all else reads the text as it is. All patterns are bounded, so that the
 * time is linear.
 */

const MACRO = String.raw`[A-Z_][A-Z0-9_]{2,80}(?:\([^()\n]{0,200}\))?`;

/** `EXPORT int f(void)`: before what is a whole declaration without it. */
const BEFORE_DECLARATION = new RegExp(
  String.raw`^([ \t]{0,40}(?:(?:static|extern|inline)[ \t]+){0,2})(${MACRO})(?=[ \t]+[A-Za-z_][\w:]{0,80}(?:[ \t]{0,8}[*&]{1,3}[ \t]{0,8}|[ \t]{1,8})(?:[A-Za-z_]|\(\*|\(\w{1,80}\)[ \t]{0,8}\())`,
  'gm',
);

/** `int WINAPI f(int)`, `state FAR *s;`: between a type and a name. */
const BEFORE_NAME =
  /(?<=[a-z0-9*][ \t]{1,8})(?<!\b(?:static|extern|inline|const|volatile|struct|union|enum|class|typedef|unsigned|return|case|else|new|define|typename)[ \t]{1,8})([A-Z][A-Z0-9_]{2,80})(?=[ \t]+\w{1,80}[ \t]{0,8}\(|[ \t]{0,8}\*{1,3}[ \t]{0,8}(?:\w{1,80}[ \t]{0,8}[;,=()[]|\)))/g;

/** `class EXPORT Store : Base {`. */
const BEFORE_TYPE_NAME = new RegExp(
  String.raw`\b((?:class|struct|union)[ \t]+)(${MACRO})(?=[ \t]+[A-Za-z_][\w:<>, \t]{0,120}\s{0,40}(?:final\b|:[^:]|\{))`,
  'g',
);

/** `void f(void) NOEXCEPT_ATTR;`: behind parameters. */
const BEHIND_PARAMETERS = new RegExp(
  String.raw`(\)[ \t]{0,8}(?:const[ \t]{1,8})?\n?[ \t]{0,40})(${MACRO})(?=[ \t]{0,8}(?:;|\n?[ \t]{0,40}\{))`,
  'g',
);

/** Annotations of variables for the analysis of locks. */
const LOCK_ANNOTATION = /\b((?:[A-Z]{1,20}_){0,4}GUARDED_BY\([^()\n]{0,200}\))(?=[ \t]{0,8}[;={])/g;

/** `BEGIN_NAMESPACE` alone on its line. */
const ALONE = new RegExp(String.raw`^([ \t]{0,40})(${MACRO})[ \t]{0,40}$`, 'gm');

/** `int f OF((int a));`: parameters hidden from compilers that knew none. */
const OLD_PROTOTYPE = /\b(OF|__P|PARAMS|PROTO)([ \t]{0,8})\((\((?:[^()]|\([^()]{0,200}\)){0,1000}\))\)/g;

/** `#ifdef __cplusplus`, `extern "C" {` or `}`, `#endif`: braces that close elsewhere. */
const LANGUAGE_BRACE =
  /^[ \t]*#[ \t]*if(?:def[ \t]+__cplusplus|[ \t]+defined[ \t]*\(?[ \t]*__cplusplus[ \t]*\)?)[^\n]{0,200}\n(?:[ \t]*extern[ \t]+"C"\s{0,20}\{|[ \t]*\})[^\n]{0,200}\n[ \t]*#[ \t]*endif\b/gm;

const LONG_DEFINITION =
  /^[ \t]*#[ \t]*define\b(?:[^\\\n]|\\(?!\n)){0,1000}\\\n(?:(?:[^\\\n]|\\(?!\n)){0,1000}\\\n){0,1000}/gm;
const COMMENT = /\/\*[^*]{0,1000}(?:\*(?!\/)[^*]{0,1000}){0,100}\*\//g;

/** The text, of the same length and with the same lines. */
export function blankMacros(text: string): string {
  const keepFirst = (_: string, before: string, macro: string): string => before + blank(macro);
  return text
    .replace(LANGUAGE_BRACE, blank)
    .replace(LONG_DEFINITION, (definition) => definition.replace(COMMENT, blank))
    .replace(
      OLD_PROTOTYPE,
      (_, macro: string, space: string, parameters: string) => `${blank(macro)}${space} ${parameters} `,
    )
    .replace(BEFORE_DECLARATION, keepFirst)
    .replace(BEFORE_NAME, blank)
    .replace(BEFORE_TYPE_NAME, keepFirst)
    .replace(BEHIND_PARAMETERS, keepFirst)
    .replace(LOCK_ANNOTATION, blank)
    .replace(ALONE, (line: string, _: string, __: string, at: number) =>
      standsAlone(text, at, at + line.length) ? blank(line) : line,
    );
}

function blank(text: string): string {
  return text.replaceAll(/[^\n\\]/g, ' ');
}

/** Between statements, and not the type of a function whose name is on the next line. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start).trimEnd();
  const last = before.slice(before.lastIndexOf('\n') + 1);
  if (before !== '' && !/[;{}:/]$|^[ \t]*(?:#|\/\/)/.test(last)) return false;
  const after = text.slice(end, end + 200).trimStart();
  return /^[A-Za-z#/~[]/.test(after) && !/^[\w:~]+\s*\(/.test(after);
}
