import { describe, expect, it } from 'vitest';
import { chooseBranches } from './branches';

/** Drops the blanks left in place of removed text. */
function read(text: string): string {
  const chosen = chooseBranches(text);
  expect(chosen.length).toBe(text.length);
  expect(chosen.split('\n').length).toBe(text.split('\n').length);
  return chosen.replaceAll(/[ ]+$/gm, '').replaceAll(/\n+/g, '\n').trim();
}

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
