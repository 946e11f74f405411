import { describe, expect, it } from 'vitest';
import { blankMacros, blankMacrosOfCpp } from './macros';

describe('macros', () => {
  it.each([
    ['FORMS_API const char *name(int code);', '          const char *name(int code);'],
    ['LUA_API int (lua_gettop) (State *L);', '        int (lua_gettop) (State *L);'],
    ['int WINAPI run(int code);', 'int        run(int code);'],
    ['struct state FAR *state;', 'struct state     *state;'],
    ['typedef int (WINAPI *run)(int code);', 'typedef int (       *run)(int code);'],
    ['  OUR_TRY {\n  } OUR_CATCH_ALL (E const& e) {', '          {\n  }                            {'],
    ['class EXPORT Store : public Base {', 'class        Store : public Base {'],
    ['void wait() REQUIRES(mutex);', 'void wait()                ;'],
    ['int size GUARDED_BY(mutex);', 'int size                  ;'],
    ['int old OF((int a));', 'int old    (int a) ;'],
    ['NORETURN EXPORT void stop(int code);', '                void stop(int code);'],
    ['DEFINE_FLAG(int, limit, (1 + 2) << 3);', ' '.repeat(38)],
    ['#if HAS_INCLUDE(<string>)\n', '#if HAS_INCLUDE(0       )\n'],
    ['BEGIN_NAMESPACE\nint a;', '               \nint a;'],
    ['#ifdef __cplusplus\nextern "C" {\n#endif\n', '                  \n            \n      \n'],
    ['static int __init start(void)', 'static int        start(void)'],
    ['static __printf(2, 3) int log(int level, ...);', 'static                int log(int level, ...);'],
    ['unsigned long left __read_mostly = 1;', 'unsigned long left               = 1;'],
    ['struct __packed head {', 'struct          head {'],
    ['char all[8] __aligned(8);', 'char all[8]             ;'],
    ['} ____cacheline_aligned;', '}                      ;'],
    ['int take(void)\n\t__acquires(lock)\n{', 'int take(void)\n\t                \n{'],
    ['int copy(char __user *to);', 'int copy(char        *to);'],
    ['SYSCALL_DEFINE2(pause, int, id)\n{', 'int           f(pause, int, id)\n{'],
    ['TEST(Store, keeps) {', 'int f(           ) {'],
    ['TEST_CASE("adds", "[a]")\n{', 'int     f(             )\n{'],
    ['UNKNOWN_HEAD(name) {', 'int        f(name) {'],
    ['static DEFINE_LOCK(lock);', ' '.repeat(25)],
    ['static DEFINE_PER_CPU(int, count) = 1;', 'static int                 count  = 1;'],
    ['\tfor_each_item(item, all) {', '\tfor_each_item,item, all; {'],
    ['\tfor_each_item(item, all)\n\t\tuse();', '\tfor_each_item,item, all;\n\t\tuse();'],
    ['\tdo {\n\t} while_each_item(item, all);', '\tdo {\n\t} while          (item, all);'],
    ['\tguard_with(lock) {', '\tguard_with,lock; {'],
    ['typedef int (APIENTRYP run)(int);', 'typedef int (          run)(int);'],
    [
      'enum a {\n  ONE OLD_X(\n    "Use two.") = 1,\n};',
      `enum a {\n  ONE       \n${' '.repeat(15)} = 1,\n};`,
    ],
    ['enum a { ONE META(Name = "one"), TWO };', 'enum a { ONE                   , TWO };'],
    ['a = outer(b, struct item, list);', 'a = outer(b,        item, list);'],
    ["case 'a' ... 'z':", "case 'a'   + 'z':"],
    ['#define A \\\n  x /* why */ \\\n  y\n', '#define A \\\n  x           \\\n  y\n'],
  ])('%j', (text, read) => {
    expect(blankMacros(text)).toBe(read);
  });

  it.each([
    'FILE *open(const char *path);',
    'enum color { RED, GREEN, BLUE };',
    'enum level {\n  LOW,\n  HIGH\n};',
    'enum level {\n  LOW,\n#if A\n  MID,\n#endif\n  HIGH\n};',
    'enum level {\n  LOW, /* First. */\n  HIGH\n};',
    'static DIR opendir(int code);',
    'BOOL\nrun(int code)\n{\n}',
    'struct ITEM table = { 0 };',
    '#define SIZE 10 /* items */\n',
    'DWORD code;',
    'static __u32 code(int a);',
    'static __u32 __code(int a)\n{\n}',
    'int __code(struct a *b)\n{\n}',
    'return (int)__code;',
    '\tif (a)\n\t\t__code(b);',
    '\tfor (;;) {\n\t}',
    '\t__code(b);',
    'static int __code = 1;',
    'void run(int a)\n{\n\tLOG(a);\n}',
  ])('are not what %j has', (text) => {
    expect(blankMacros(text)).toBe(text);
  });

  it.each([
    ['  API_CONSTEXPR Store(int a);', '                Store(int a);'],
    [
      'template <class T, ENABLE_IF(is<T>::value)> void f();',
      'template <class T                         > void f();',
    ],
    ['void f(Options options = {});', 'void f(Options options = 0 );'],
    [
      'class Store\n#if OLD\n  // For old compilers.\n  : public Base\n#else\n  : Other\n#endif\n{',
      'class Store\n       \n  // For old compilers.\n  : public Base\n     \n         \n      \n{',
    ],
    ['BEGIN_STORE\n\nStore::Store(int a)\n  : a(a)', '           \n\nStore::Store(int a)\n  : a(a)'],
    ['  foreach (const Item &item, items)', '  for     (const Item &item: items)'],
    ['  forever {', '  for(;;) {'],
    ['signals:', 'public :'],
    ['public slots:', 'public      :'],
    ['  emit changed(1);', '       changed(1);'],
    ['  Q_PROPERTY(int a READ a)\n  Q_PROPERTY(int b READ b)\n', `${' '.repeat(26)}\n${' '.repeat(26)}\n`],
    ['  Q_DISABLE_COPY(Store);', ' '.repeat(24)],
    ['  Q_PROPERTY(int a\n    READ a)\n', `${' '.repeat(18)}\n${' '.repeat(11)}\n`],
    [
      'export module store;\nimport std;\nexport int f();',
      `${' '.repeat(20)}\n${' '.repeat(11)}\n       int f();`,
    ],
    ['template class Store<int>;', '                          '],
  ])('of C++: %j', (text, read) => {
    expect(blankMacrosOfCpp(text)).toBe(read);
  });

  it('never move anything', () => {
    const text = 'API int f(void);\nBEGIN\nclass API S {\n  int a GUARDED_BY(m);\n};\n'.repeat(1_000);
    const read = blankMacros(text);
    expect(read.length).toBe(text.length);
    expect(read.split('\n').length).toBe(text.split('\n').length);
  });
});
