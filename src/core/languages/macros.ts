/**
 * Blanks preprocessor code that the parser cannot read: exports, calling conventions, annotations, old prototypes,
 * comments in definitions. Macros are recognized by place and capitals. A wrong guess costs the parser the name of a
 * type but the reader nothing, since everything else uses the original text. All patterns are bounded, so the time is
 * linear.
 */

import { blankCode } from './blank';
import { ARGUMENTS, blankAttributes } from './attributeMacros';
import { chooseBranches } from './branches';
import { CALL_PREFIX, ENDLESS_LOOP, LOOP, MEMBER, RANGE_LOOP, SIGNALS, SLOTS } from './knownMacros';
import { withFunctionHeads } from './macroHeads';

const LONG_ARGUMENTS = String.raw`\((?:[^()";{}]|"(?:[^"\\\n]|\\.){0,200}"|\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,200}\)){0,500}\)`;
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

/** `typedef int (APIENTRYP run)(int)`: the macro has the asterisk. */
const IN_TYPEDEF =
  /(?<=^[ \t]{0,40}typedef[ \t]{1,8}\w[\w \t*]{0,80}\()[A-Z][A-Z0-9_]{2,80}(?=[ \t]{1,8}\w{1,80}[ \t]{0,8}\)[ \t]{0,8}\()/gm;

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
  /^(?:(?:static|extern)[ \t]+)?[A-Z_][A-Z0-9_]{2,80}[ \t]?\((?:[^()"]|"(?:[^"\\\n]|\\.){0,1000}"|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,1000}\)[ \t]{0,8};/gm;

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

/** `static DEFINE_PER_CPU(struct state, state) = { … }`. */
const DEFINITION = /^((?:static[ \t]+)?)([A-Z_][A-Z0-9_]{3,80})\(([^()\n]{0,200})\)(?=\s{0,20}=[^=])/gm;

/** The name is the last argument that is no constant. */
function asVariable(whole: string, before: string, macro: string, inside: string): string {
  const name = /(\w*[a-z]\w*)(?!.*,\s*\w*[a-z])/.exec(inside);
  if (name?.[1] === undefined) return whole;
  const start = before.length + macro.length + 1 + name.index;
  return `${before}int`.padEnd(start) + name[1].padEnd(whole.length - start);
}

/** `One META(Name = "one"),`: after an enumerator. */
const AFTER_ENUMERATOR = new RegExp(
  String.raw`(?<=\w[ \t]{1,8})(?<!\b(?:return|else|case|const|new|throw|static|emit)[ \t]{1,8})[A-Z][A-Z0-9_]{2,80}${ARGUMENTS}(?=\s{0,80}[,}])`,
  'g',
);

/** `ONE DEPRECATED_X("Use two.") = 1,`. */
const BEFORE_VALUE =
  /(?<=^[ \t]{1,40}\w{1,80}[ \t]{1,8})[A-Z][A-Z0-9_]{2,80}\((?:\s{0,80}"(?:[^"\\\n]|\\.){0,300}"){1,9}\s{0,80}\)(?=\s{0,80}[,=}])/gm;

/** `container_of(a, struct store, list)`: a type in place of a value. */
const TYPE_ARGUMENT =
  /([(,]\s{0,40})((?:const[ \t]+)?(?:struct|union|enum)[ \t]+)(?=\w{1,80}[ \t]{0,8}[,)])/g;

/** `case 'a' ... 'z':`, `[0 ... 9] = 1`. */
const RANGE = /(?<=[\w')][ \t])\.\.\.(?=[ \t][\w'(-])/g;

/** `for_each_cpu(cpu, mask)` before a statement. */
const LOOP_HEAD = new RegExp(
  String.raw`^[ \t]+(?:\}[ \t]*)?${LOOP}[ \t]?${LONG_ARGUMENTS}(?=[ \t]{0,8}(?:\n|\{))`,
  'gm',
);

/** `do { … } while_each_thread(leader, task);`: a loop remains. */
const LOOP_END = /^([ \t]{1,40}\}[ \t]{0,8}while)(_each\w{0,60})(?=[ \t]{0,8}\([^)])/gm;

/** In C, any such call before a block. */
const BLOCK_HEAD = new RegExp(
  String.raw`^[ \t]+(?:\}[ \t]*)?(?!(?:if|for|while|switch|return|sizeof)\b)[a-zA-Z_]\w{2,80}[ \t]?${LONG_ARGUMENTS}(?=[ \t]{0,8}\{)`,
  'gm',
);

/** `for_each_cpu, cpu, mask;`: all names stay. */
function asStatement(whole: string): string {
  const open = whole.indexOf('(');
  const inside = whole.slice(open + 1, -1);
  if (inside.trim() === '') return blankCode(whole);
  return `${whole.slice(0, open)},${inside};`;
}

/** Returns a text of the same length and with the same lines. */
export function blankMacros(text: string): string {
  return blankShared(text).replace(RANGE, '  +').replace(BLOCK_HEAD, asStatement);
}

function blankShared(text: string): string {
  const plain = chooseBranches(withFunctionHeads(blankAttributes(text)))
    .replace(LANGUAGE_BRACE, blankCode)
    .replace(LONG_DEFINITION, (definition) => definition.replace(COMMENT, blankCode))
    .replace(
      OLD_PROTOTYPE,
      (_, macro: string, space: string, parameters: string) => `${blankCode(macro)}${space} ${parameters} `,
    );
  return blankBeforeDeclarations(plain)
    .replace(BEFORE_NAME, blankCode)
    .replace(BEFORE_POINTER, blankCode)
    .replace(IN_TYPEDEF, blankCode)
    .replace(BEFORE_BLOCK, keepFirst)
    .replace(BEFORE_TYPE_NAME, keepFirst)
    .replace(AFTER_PARAMETERS, keepFirst)
    .replace(LOCK_ANNOTATION, blankCode)
    .replace(DEFINITION, asVariable)
    .replace(STATEMENT, blankCode)
    .replace(AFTER_ENUMERATOR, blankCode)
    .replace(TYPE_ARGUMENT, (_, before: string, key: string) => before + blankCode(key))
    .replace(LOOP_HEAD, asStatement)
    .replace(LOOP_END, keepFirst)
    .replace(CONDITION, (condition) =>
      condition.replace(FILE_NAME, (name) => `(0${' '.repeat(name.length - 3)})`),
    )
    .replace(ALONE, (line: string, _: string, __: string, at: number) =>
      standsAlone(text, at, at + line.length) ? blankCode(line) : line,
    )
    .replace(BEFORE_VALUE, blankCode);
}

/** There may be two: `NORETURN EXPORT void f(void)`. */
function blankBeforeDeclarations(text: string): string {
  const once = text.replace(BEFORE_DECLARATION, keepFirst);
  return once === text ? text : once.replace(BEFORE_DECLARATION, keepFirst);
}

function keepFirst(_: string, before: string, macro: string): string {
  return before + blankCode(macro);
}

/** `template class Store<int>;`, for which the grammar expects a name. */
const INSTANTIATION = /^[ \t]{0,40}(?:extern[ \t]+)?template[ \t]+(?:class|struct)\b[^;{}]{0,400};/gm;

/** `foreach (const Item &item, items)`. */
const RANGE_FOR = new RegExp(
  String.raw`\b(${RANGE_LOOP.join('|')})([ \t]*)(\([^(),;{}]{1,200}),(?=[^;{}]{1,400}\))`,
  'g',
);

function asRange(_: string, macro: string, space: string, item: string): string {
  return `${'for'.padEnd(macro.length)}${space}${item}:`;
}

const ENDLESS = new RegExp(String.raw`^([ \t]+)(${ENDLESS_LOOP.join('|')})(?=[ \t]*\{)`, 'gm');
const SIGNAL_LABEL = new RegExp(String.raw`^([ \t]*)(${SIGNALS.join('|')})(?=[ \t]*:(?!:))`, 'gm');
const SLOT_LABEL = new RegExp(
  String.raw`\b((?:public|protected|private)[ \t]+)(${SLOTS.join('|')})(?=[ \t]*:)`,
  'g',
);
const PREFIX = new RegExp(String.raw`^([ \t]+)(${CALL_PREFIX.join('|')})(?=[ \t]+\w)`, 'gm');

/** `Q_DECLARE_PRIVATE(Store);`, also before a member on the same line. */
const MEMBERS = new RegExp(String.raw`^([ \t]+)(${MEMBER}[ \t]?${LONG_ARGUMENTS}(?:[ \t]{0,8};)?)`, 'gm');

/** `export module store;`, `import std;`. */
const MODULE = /^(?:export[ \t]+)?(?:module\b[^;{}()"'\n]{0,200}|import[ \t]+[<":\w][^;{}()\n]{0,200});/gm;
const EXPORT = /^([ \t]*)(export)(?=[ \t]+[\w[])/gm;

/** `int a = {})`: a default value that the grammar does not know. */
const EMPTY_DEFAULT = /(=[ \t]{0,8})(\{[ \t]{0,8}\})(?=\s{0,80}[,)])/g;

/** The same for C++, where types contain functions and templates have parameters. */
export function blankMacrosOfCpp(text: string): string {
  return blankShared(text.replace(RANGE_FOR, asRange))
    .replace(ENDLESS, (_, before: string, macro: string) => before + 'for(;;)'.padEnd(macro.length))
    .replace(SIGNAL_LABEL, (_, before: string, label: string) =>
      `${before}public`.padEnd(before.length + label.length),
    )
    .replace(SLOT_LABEL, keepFirst)
    .replace(PREFIX, keepFirst)
    .replace(MEMBERS, keepFirst)
    .replace(MODULE, blankCode)
    .replace(EXPORT, keepFirst)
    .replace(INSTANTIATION, blankCode)
    .replace(EMPTY_DEFAULT, (_, before: string, braces: string) => before + '0'.padEnd(braces.length))
    .replace(ARGUMENT, blankCode)
    .replace(BEFORE_CONSTRUCTOR, (_, before: string, macro: string) => before + blankCode(macro));
}

/** Whether the macro is between statements, and not the type of a function whose name is on the next line. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start).trimEnd();
  // An enumerator.
  if (before.replaceAll(NO_CODE, '').trimEnd().endsWith(',')) return false;
  const last = before
    .slice(before.lastIndexOf('\n') + 1)
    .replace(/\/\/.*$/, '')
    .trim();
  if (last !== '' && !/[;{}:/)]$|^#|^[A-Z_][A-Z0-9_]+$/.test(last)) return false;
  const after = text.slice(end, end + 200).trimStart();
  const isFunction = /^(?![A-Z][A-Z\d_]+\s*\()[\w:~]+\s*\(/.test(after);
  return after === '' || (/^[A-Za-z#/~[}]/.test(after) && (!isFunction || CONSTRUCTOR.test(after)));
}

const NO_CODE = /\/\/.*|\/\*[^*]*\*\/|^[ \t]*#.*/gm;

/** `Store::Store(`, which has no type. */
const CONSTRUCTOR = /^(?:\w{1,80}::){0,9}(\w{1,80})::~?\1\s*\(/;
