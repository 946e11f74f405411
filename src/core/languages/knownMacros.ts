/**
 * Macros of C and C++ whose name does not say how they stand, by how they stand. Others are recognized by place and
 * spelling: `UPPER_CASE` anywhere, `__lower_case` as an attribute.
 */

/** Attributes: they may stand wherever an attribute may, and nothing changes without them. */
export const ATTRIBUTES = ['asmlinkage', 'fastcall', 'nokprobe_inline', 'noinline', 'noinstr', 'notrace'];

/** Words with two underscores that are types or that grammars know. */
export const NO_ATTRIBUTES =
  /^__(?:[us]\d+|[bl]e\d+|u?int\w*|\w+_t|wsum|sum16|typeof\w*|attribute\w*|asm\w*|extension__|declspec|restrict\w*|const\w*|volatile\w*|inline\w*|signed\w*|thread|[aA]lignof\w*|cdecl|stdcall|fastcall|thiscall|vectorcall|forceinline|unaligned|builtin\w*|func\w*|m\d+\w*|float\d+|va_list)$/;

/** How a macro that heads a body names it. */
export interface Head {
  readonly kind: 'Func' | 'Test';
  /** `first`: the first argument. `title`: the first string, or all arguments if there is none. */
  readonly named: 'first' | 'title';
}

const FUNCTION: Head = { kind: 'Func', named: 'first' };
const NAMED_TEST: Head = { kind: 'Test', named: 'first' };
const TITLED_TEST: Head = { kind: 'Test', named: 'title' };

/** Macros before a body, wherever they are. Elsewhere than in the first column, other macros head blocks. */
const HEADS: readonly (readonly [RegExp, Head])[] = [
  // The kernel; PHP and Zend; V8.
  [
    /^(?:COMPAT_)?SYSCALL\d?_DEFINE\w$|^BPF_CALL_\d$|^(?:PHP|ZEND)_(?:\w+_)?FUNCTION$|^(?:TF_)?BUILTIN$/,
    FUNCTION,
  ],
  // Boost, Check, and µTest.
  [/^BOOST_(?:AUTO|FIXTURE|DATA|PARAM)_TEST_CASE\w*$|^START_TEST$|^MU_TEST\w*$/, NAMED_TEST],
  // GoogleTest and its kin, Catch2, doctest, Unity, Criterion, Zephyr, CTest.
  [
    /^(?:[A-Z]+_)*TESTS?(?:_[A-Z_]+)?$|^C?TEST2?$|^ZTEST\w*$|^SUBCASE$|^(?:DYNAMIC_)?SECTION$|^(?:Parameterized)?Test$/,
    TITLED_TEST,
  ],
  [/^SCENARIO\w*$|^(?:AND_)?(?:GIVEN|WHEN|THEN)$|^BENCHMARK\w*$/, TITLED_TEST],
];

/** Undefined if the macro is unknown. */
export function knownHead(macro: string): Head | undefined {
  return HEADS.find(([pattern]) => pattern.test(macro))?.[1];
}

/** The head of a body that follows an unknown macro in the first column. */
export const UNKNOWN_HEAD = FUNCTION;

/** Loops: with and without braces, a statement follows them. */
export const LOOP = String.raw`\w{0,40}(?:for_?each|FOR_?EACH|foreach|FOREACH)\w{0,60}`;

/** Loops over `type name, list`. */
export const RANGE_LOOP = ['foreach', 'Q_FOREACH', 'BOOST_FOREACH'];

/** Loops without an end. */
export const ENDLESS_LOOP = ['forever', 'Q_FOREVER'];

/** Words before a call that say what it is. */
export const CALL_PREFIX = ['emit', 'Q_EMIT'];

/** Members of a class that declare nothing by themselves, even with a semicolon behind them. */
export const MEMBER = String.raw`(?:Q_(?!ASSERT|UNUSED|EMIT|FOREACH|FOREVER|CHECK_PTR|D\b|Q\b)|QDOC_|QML_|K?DECLARE_|GD|OBJ_|GENERATED_|U(?:PROPERTY|FUNCTION|CLASS|ENUM|STRUCT|INTERFACE|DELEGATE)\b|MOCK_METHOD|FRIEND_TEST|DISALLOW_|WX?DECLARE_|BIND_|ADD_)[A-Z\d_]{0,60}`;

/** Labels of Qt's classes. */
export const SIGNALS = ['signals', 'Q_SIGNALS'];
export const SLOTS = ['slots', 'Q_SLOTS'];
