/**
 * Blanks preprocessor code that the parser cannot read: exports, calling conventions, annotations, old prototypes,
 * comments in definitions. Macros are recognized by place and capitals. A wrong guess costs the parser the name of a
 * type but the reader nothing, since everything else uses the original text. All patterns are bounded, so the time is
 * linear.
 */

import { chooseBranches } from './branches';

/** May contain strings and one nested pair of parentheses. */
const ARGUMENTS = String.raw`\((?:[^()"\n]|"(?:[^"\\\n]|\\.){0,200}"|\([^()\n]{0,200}\)){0,300}\)`;
const MACRO = String.raw`[A-Z_][A-Z0-9_]{2,80}(?:${ARGUMENTS})?`;

/** `EXPORT int f(void)`: before a declaration that is complete without it. */
const BEFORE_DECLARATION = new RegExp(
  String.raw`(^[ \t]{0,40}(?:(?:static|extern|inline|virtual|explicit|constexpr|friend)[ \t]+){0,2}|^[ \t]{0,40}template[ \t]{0,4}<[^\n]{0,200}>[ \t]{1,8})(${MACRO})(?=[ \t]+[A-Za-z_][\w:]{0,80}(?:<[^;{}()\n]{0,120}>)?(?:[ \t]{0,8}[*&]{1,3}[ \t]{0,8}|[ \t]{1,8})(?:[A-Za-z_]|\(\*|\(\w{1,80}\)[ \t]{0,8}\())`,
  'gm',
);

/** `int WINAPI f(int)`, `state FAR *s;`: between a type and a name. Few places pass the first test. */
const BEFORE_NAME =
  /(?=[A-Z][A-Z0-9_]{2})(?<=[a-z0-9*][ \t]{1,8})(?<!\b(?:static|extern|inline|const|volatile|struct|union|enum|class|typedef|unsigned|return|case|else|new|define|typename)[ \t]{1,8})([A-Z][A-Z0-9_]{2,80})(?=[ \t]+\w{1,80}[ \t]{0,8}\(|[ \t]{0,8}\*{1,3}[ \t]{0,8}(?:\w{1,80}[ \t]{0,8}[;,=()[]|\)))/g;

/** `typedef int (WINAPI *run)(int)`: in a function pointer type. */
const BEFORE_POINTER =
  /(?<=\()(?:[A-Z][A-Z0-9_]{2,80}|__\w{1,40})(?=[ \t]{1,8}\*{1,2}[ \t]{0,8}(?:const[ \t]{1,8})?\w{1,80}[ \t]{0,8}(?:\[\w{0,40}\][ \t]{0,8})?\)[ \t]{0,8}\()/g;

/** `MY_TRY {` and `} MY_CATCH(Error const& error) {`: two blocks remain. */
const BEFORE_BLOCK =
  /^([ \t]{1,80}(?:\}[ \t]{0,8})?)([A-Z_]{0,40}(?:TRY|CATCH(?:_[A-Z]{1,20})?)(?:[ \t]{0,4}\([^()\n]{0,200}\))?)(?=\s{0,80}\{)/gm;

/** `class EXPORT Store : Base {`. */
const BEFORE_TYPE_NAME = new RegExp(
  String.raw`\b((?:class|struct|union)[ \t]+)(${MACRO})(?=[ \t]+[A-Za-z_][\w:<>, \t]{0,120}\s{0,40}(?:final\b|:[^:]|\{))`,
  'g',
);

/** `void f(void) NOEXCEPT_ATTR;`: after parameters. */
const AFTER_PARAMETERS = new RegExp(
  String.raw`(\)[ \t]{0,8}(?:const[ \t]{1,8})?\n?[ \t]{0,40})(${MACRO})(?=[ \t]{0,8}(?:;|\n?[ \t]{0,40}\{))`,
  'g',
);

/** Annotations for lock analysis. */
const LOCK_ANNOTATION = /\b((?:[A-Z]{1,20}_){0,4}GUARDED_BY\([^()\n]{0,200}\))(?=[ \t]{0,8}[;={])/g;

/** `BEGIN_NAMESPACE` alone on its line. */
const ALONE = new RegExp(String.raw`^([ \t]{0,40})(${MACRO})(?=[ \t]{0,40}(?://[^\n]{0,400})?$)`, 'gm');

/** `DEFINE_FLAG(int, limit, 3 << 2);`: a statement only the preprocessor understands. */
const STATEMENT =
  /^[A-Z_][A-Z0-9_]{2,80}[ \t]?\((?:[^()"]|"(?:[^"\\\n]|\\.){0,1000}"|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,1000}\)[ \t]{0,8};/gm;

/** `#if HAS_INCLUDE(<string>)`: file names in conditions. */
const CONDITION = /^[ \t]{0,40}#[ \t]{0,20}(?:el)?if[^\n]{0,400}(?:\\\n[^\n]{0,400}){0,20}/gm;
const FILE_NAME = /\((?:<[^<>()\n]{1,200}>|"[^"()\n]{1,200}")\)/g;

/** `template <typename T, ENABLE_IF(a == b)>`: a macro in place of an argument. */
const ARGUMENT =
  /,\s{0,80}[A-Z_][A-Z0-9_]{2,80}\((?:[^()"]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,400}\)(?=\s{0,80}[,>])/g;

/** `  CONSTEXPR_API Store(int a)`: before a constructor, which only a type can hold. */
const BEFORE_CONSTRUCTOR = new RegExp(
  String.raw`^([ \t]{1,40}|(?=\w+[ \t]+~))([A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,80})(?=[ \t]+~?\w{1,80}[ \t]{0,8}\()`,
  'gm',
);

/** `int f OF((int a));`: parameters hidden from compilers without prototypes. */
const OLD_PROTOTYPE = /\b(OF|__P|PARAMS|PROTO)([ \t]{0,8})\((\((?:[^()]|\([^()]{0,200}\)){0,1000}\))\)/g;

/** `#ifdef __cplusplus`, `extern "C" {` or `}`, `#endif`: braces that close elsewhere. */
const LANGUAGE_BRACE =
  /^[ \t]*#[ \t]*if(?:def[ \t]+__cplusplus|[ \t]+defined[ \t]*\(?[ \t]*__cplusplus[ \t]*\)?)[^\n]{0,200}\n(?:[ \t]*extern[ \t]+"C"\s{0,20}\{|[ \t]*\})[^\n]{0,200}\n[ \t]*#[ \t]*endif\b/gm;

const LONG_DEFINITION =
  /^[ \t]*#[ \t]*define\b(?:[^\\\n]|\\(?!\n)){0,1000}\\\n(?:(?:[^\\\n]|\\(?!\n)){0,1000}\\\n){0,1000}/gm;
const COMMENT = /\/\*[^*]{0,1000}(?:\*(?!\/)[^*]{0,1000}){0,100}\*\//g;

/** `class Store`, `#if A`, `  : public Base`, `#endif`, `{`: of several conditional bases, only the first stays. */
const CHOSEN_BASE =
  /^([ \t]{0,40}(?:class|struct)[ \t]+\w{1,80}[^\n;{}()]{0,200}\n)((?:[ \t]{0,40}(?:#|\/\/|[:,])[^\n;{}]{0,200}\n){2,20})(?=[ \t]{0,40}\{)/gm;
const OTHER_CHOICES = /^[ \t]*#[ \t]*el[^]*?(?=^[ \t]*#[ \t]*endif)/gm;
const DIRECTIVE = /^[ \t]*#[^\n]*/gm;

/** Returns a text of the same length and with the same lines. */
export function blankMacros(text: string): string {
  const plain = chooseBranches(text)
    .replace(LANGUAGE_BRACE, blank)
    .replace(LONG_DEFINITION, (definition) => definition.replace(COMMENT, blank))
    .replace(
      OLD_PROTOTYPE,
      (_, macro: string, space: string, parameters: string) => `${blank(macro)}${space} ${parameters} `,
    );
  return blankBeforeDeclarations(plain)
    .replace(BEFORE_NAME, blank)
    .replace(BEFORE_POINTER, blank)
    .replace(BEFORE_BLOCK, keepFirst)
    .replace(BEFORE_TYPE_NAME, keepFirst)
    .replace(AFTER_PARAMETERS, keepFirst)
    .replace(LOCK_ANNOTATION, blank)
    .replace(STATEMENT, blank)
    .replace(CONDITION, (condition) =>
      condition.replace(FILE_NAME, (name) => `(0${' '.repeat(name.length - 3)})`),
    )
    .replace(ALONE, (line: string, _: string, __: string, at: number) =>
      standsAlone(text, at, at + line.length) ? blank(line) : line,
    );
}

/** There may be two: `NORETURN EXPORT void f(void)`. */
function blankBeforeDeclarations(text: string): string {
  const once = text.replace(BEFORE_DECLARATION, keepFirst);
  return once === text ? text : once.replace(BEFORE_DECLARATION, keepFirst);
}

function keepFirst(_: string, before: string, macro: string): string {
  return before + blank(macro);
}

/** `template class Store<int>;`, for which the grammar expects a name. */
const INSTANTIATION = /^[ \t]{0,40}(?:extern[ \t]+)?template[ \t]+(?:class|struct)\b[^;{}]{0,400};/gm;

/** `int a = {})`: a default value that the grammar does not know. */
const EMPTY_DEFAULT = /(=[ \t]{0,8})(\{[ \t]{0,8}\})(?=\s{0,80}[,)])/g;

/** The same for C++, where types contain functions and templates have parameters. */
export function blankMacrosOfCpp(text: string): string {
  return blankMacros(text)
    .replace(INSTANTIATION, blank)
    .replace(
      CHOSEN_BASE,
      (_, head: string, bases: string) =>
        head + bases.replace(OTHER_CHOICES, blank).replace(DIRECTIVE, blank),
    )
    .replace(EMPTY_DEFAULT, (_, before: string, braces: string) => before + '0'.padEnd(braces.length))
    .replace(ARGUMENT, blank)
    .replace(BEFORE_CONSTRUCTOR, (_, before: string, macro: string) => before + blank(macro));
}

function blank(text: string): string {
  return text.replaceAll(/[^\n\\]/g, ' ');
}

/** Whether the macro is between statements, and not the type of a function whose name is on the next line. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start).trimEnd();
  const last = before
    .slice(before.lastIndexOf('\n') + 1)
    .replace(/\/\/.*$/, '')
    .trim();
  if (last !== '' && !/[;{}:/)]$|^#|^[A-Z_][A-Z0-9_]+$/.test(last)) return false;
  const after = text.slice(end, end + 200).trimStart();
  return after === '' || (/^[A-Za-z#/~[]/.test(after) && !/^[\w:~]+\s*\(/.test(after));
}
