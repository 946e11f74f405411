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
    ['#define A \\\n  x /* why */ \\\n  y\n', '#define A \\\n  x           \\\n  y\n'],
  ])('%j', (text, read) => {
    expect(blankMacros(text)).toBe(read);
  });

  it.each([
    'FILE *open(const char *path);',
    'enum color { RED, GREEN, BLUE };',
    'enum level {\n  LOW,\n  HIGH\n};',
    'static DIR opendir(int code);',
    'BOOL\nrun(int code)\n{\n}',
    'struct ITEM table = { 0 };',
    '#define SIZE 10 /* items */\n',
    'DWORD code;',
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
