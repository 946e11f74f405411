import { describe, expect, it } from 'vitest';
import { hollowBodies } from './hollowBodies';

describe('hollowBodies', () => {
  it.each([
    ['int a(void) { return 1; }', 'int a(void) {           }'],
    ['int a(void)\n{\n\tif (b) {\n\t}\n}\nint c;', 'int a(void)\n{\n         \n  \n}\nint c;'],
    ['Store::Store(int a) : a(a) { run(); }', 'Store::Store(int a) : a(a) {        }'],
    ['auto a() const noexcept -> int { run(); }', 'auto a() const noexcept -> int {        }'],
    [
      'class Store {\n  int a() { run(); }\n  int b;\n};',
      'class Store {\n  int a() {        }\n  int b;\n};',
    ],
    [
      'int a() {\n#if B\n  if (b) {\n#else\n  {\n#endif\n  }\n}\nint c;',
      'int a() {\n     \n          \n     \n   \n      \n   \n}\nint c;',
    ],
    // A brace is missing.
    ['int a()\n{\n  if (b) {\n}\nint c;', 'int a()\n{\n          \n}\nint c;'],
    [
      'class A {\n public:\n  int a() {\n    if (b) {\n  }\n  int c;\n};',
      `class A {\n public:\n  int a() {\n${' '.repeat(12)}\n  }\n  int c;\n};`,
    ],
    ['int a() { "}"; /* } */ }', 'int a() {              }'],
    ['int a() // {\n{ run(); }', 'int a() // {\n{        }'],
  ])('blanks %j', (text, hollow) => {
    expect(hollowBodies(text)).toBe(hollow);
  });

  it.each([
    'int a[] = { b(1), c(2) };',
    'struct store { int a; };',
    'enum color { RED = A(1), GREEN };',
    'namespace a {\nint b;\n}',
    'struct ALIGNED(8) store {\n  int a;\n};',
    'DECLARE(a)\nstruct store {\n  int b;\n};',
    'int a() {\n  if (b) {\n  }\n\nint c(int d)\n{\n  run();\n}',
  ])('keeps %j', (text) => {
    expect(hollowBodies(text)).toBe(text);
  });
});
