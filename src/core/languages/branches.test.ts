import { describe, expect, it } from 'vitest';
import { chooseBranches } from './branches';

/** Drops the blanks left in place of removed text. */
function read(text: string): string {
  const chosen = chooseBranches(text);
  expect(chosen.length).toBe(text.length);
  expect(chosen.split('\n').length).toBe(text.split('\n').length);
  return chosen.replaceAll(/[ ]+$/gm, '').replaceAll(/\n+/g, '\n').trim();
}

describe('branches within a statement', () => {
  it.each([
    ['class A\n#if B\n  : public C\n#else\n  : public D\n#endif\n{\n};\n', 'class A\n  : public C\n{\n};'],
    ['enum A\n#if B\n  : int // Wide.\n#endif\n{ C };\n', 'enum A\n  : int // Wide.\n{ C };'],
    ['int a =\n#if B\n  1;\n#else\n  2;\n#endif\n', 'int a =\n  1;'],
    ['f(a, // More.\n#if B\n  b,\n#endif\n  c);\n', 'f(a, // More.\n  b,\n  c);'],
    [
      'template <class T>\n#if A\nint f(T a)\n#else\nint g(T a)\n#endif\n{ }\n',
      'template <class T>\nint f(T a)\n{ }',
    ],
    [
      '#if A\ntemplate <class T>\n#else\ntemplate <class T, f(A)>\n#endif\nint f();\n',
      'template <class T>\nint f();',
    ],
    ['#if A\nvirtual\n#endif\nint f();\n', 'virtual\nint f();'],
    ['int a[] =\n#if B\n{ 1 };\n#else\n{ 2 };\n#endif\n', 'int a[] =\n{ 1 };'],
    ['enum a {\n  b\n#if C\n  , d\n#endif\n};\n', 'enum a {\n  b\n  , d\n};'],
    ['return\n#if A\n  1;\n#else\n  2;\n#endif\n', 'return\n  1;'],
    ['static\n#if A\nint\n#else\nlong\n#endif\nf();\n', 'static\nint\nf();'],
    [
      'int a = f(\n#if A\n  g(1\n#else\n  h(2\n#endif\n));\n#if A\nint b;\n#else\nint c;\n#endif\n',
      'int a = f(\n  g(1\n));\n#if A\nint b;\n#else\nint c;\n#endif',
    ],
  ])('leave the first: %j', (text, chosen) => {
    expect(read(text)).toBe(chosen);
  });

  it.each([
    'int a;\n#if B\nint b;\n#endif\n',
    'BEGIN_DECLS\n#if B\nint b;\n#endif\n',
    'LICENSE("GPL")\n#if B\nint b;\n#endif\n',
    'enum a {\n  B,\n#if C\n  D\n#endif\n};\n',
    'public:\n#if B\n  int b;\n#endif\n',
    '// a\n#if B\nint b;\n#endif\n',
    'typedef struct {\n  Store_HEAD\n#if B\n  int b;\n#else\n  int c;\n#endif\n} a;\n',
    'static inline\n#if B\nint b() {\n}\n#else\nint c() {\n}\n#endif\n',
    'static a *\n#if B\nb() {\n}\n#else\nc() {\n}\n#endif\n',
    'StoreINIT\n#if B\nb() {\n}\n#else\nc() {\n}\n#endif\n',
    'enum a {\n  b\n#if C\n  , d\n#else\n  , e\n#endif\n};\n',
    'int a =\n#if B\n  1;\nint b;\n#else\n  2;\nint c;\n#endif\n',
  ])('are not in %j', (text) => {
    expect(chooseBranches(text)).toBe(text);
  });
});

describe('branches that do not pair their braces', () => {
  it('leave the last one, and prototypes of the other heads', () => {
    expect(read('#if A\nint f(int a) {\n  b();\n#else\nint f(void) {\n#endif\n  c();\n}\n')).toBe(
      'int f(int a) ;\nint f(void) {\n  c();\n}',
    );
  });

  it('may have a linkage before the head', () => {
    expect(read('#if A\n// Wide.\nextern "C" int f(int a) {\n#else\nint f(void) {\n#endif\n}\n')).toBe(
      '// Wide.\nextern "C" int f(int a) ;\nint f(void) {\n}',
    );
  });

  it('are found inside branches of others', () => {
    expect(read('#if A\n#if B\nif (a) {\n#else\nif (b) {\n#endif\n}\n#endif\nint c;\n')).toBe(
      '#if A\nif (b) {\n}\n#endif\nint c;',
    );
  });

  it('leave nothing if there is only one', () => {
    expect(read('#ifdef A\nif (a) {\n#endif\nb();\n#ifdef A\n}\n#endif\n')).toBe('b();');
  });

  it('may be heads of functions without their brace', () => {
    expect(read('#if A\nint f(int a)\n#else\nint f(void)\n#endif\n{\n}\n')).toBe('int f(void)\n{\n}');
  });
});

it.each([
  '#ifndef STORE_H\n#define STORE_H {\nint f(int a) { return a; }\n#endif\n',
  '#if A\nint f(int a) { return 1; }\n#else\nint f(int a) { return 2; }\n#endif\n',
  '#if A\nstring a = @"{\n  ""b"": 1";\n#endif\n',
  '#if A\nstring a = """\n  {"b"\n  """;\n#endif\n',
  '#if A\nauto a = R"({ " )x" )";\nauto b = R"x({ )" )x";\n#endif\n',
  '#if A\nauto a = R"({ ";\n#endif\n',
  '#if A\nchar a = \'{\'; // {\nchar *b = "{"; /* { */\n#endif\n',
])('leaves branches alone that pair their braces: %j', (text) => {
  expect(chooseBranches(text)).toBe(text);
});

it('leaves a file alone if its braces do not pair', () => {
  const text = `#ifndef STORE_H\n${'int f(int a);\n'.repeat(100)}BEGIN {\n#endif\n`;
  expect(chooseBranches(text)).toBe(text);
});
