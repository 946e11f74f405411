/** A stand-in says how many lines it hides and never looks like a value. */
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../src/core/facts/fileFacts';
import { utf8Length } from '../../src/core/tokens/utf8';
import { renderSkeleton } from '../../src/core/views/modes/skeleton';
import { describedFile, goldens } from './goldens';
import { testFactsReader } from './wasmFiles';

// Without a clock, no parse times out, however busy the machine is.
const reader = testFactsReader();

async function skeletonOf(language: string, text: string): Promise<string> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  return renderSkeleton(describedFile('a', language, text, outcome.facts)).text;
}

/** Text around the count in stand-ins for bodies, statements and bracketed code: comments, and any code they need. */
const COMMENTS = [
  /^\s*(?:\/\*|\(\*|<#|#\[\[|<!--) \d+ lines?(?:: [^\n]*)? (?:\*\/|\*\)|#>|\]\]|-->)\s*$/,
  /^\s*(?:#|--|\/\/) \d+ lines?\s*$/,
  // Empty blocks, and no-ops in languages without empty blocks.
  /^\{ \/\* \d+ lines? \*\/ \}$/,
  /^\{\} \/\/ \d+ lines?\s*$/,
  /^\.{3} {2}# \d+ lines?\s*$/,
  /^: (?:# \d+ lines?\s*|'\d+ lines?')$/,
  /^(?:\(: '\d+ lines?'\)|\{ : '\d+ lines?'; \})$/,
  // A line of a notebook cell is a JSON string.
  /^" {4}\.{3} {2}# \d+ lines?\\n"$/,
];

function passesForCode({ text }: Cut): boolean {
  return !/\d+ lines? hidden/.test(text) && !COMMENTS.some((comment) => comment.test(text));
}

describe.each(goldens().map((golden) => [`${golden.language}/${golden.name}`, golden] as const))(
  '%s',
  (_, { language, text }) => {
    it('has no stand-in that looks like code', async () => {
      const outcome = await reader.factsOf(text, language);
      const cuts = outcome.kind === 'facts' ? outcome.facts.cuts : [];
      expect(cuts.filter(passesForCode)).toEqual([]);
    });

    it('has no stand-in that is as long as the line it hides', async () => {
      const outcome = await reader.factsOf(text, language);
      const cuts = outcome.kind === 'facts' ? outcome.facts.cuts : [];
      const useless = cuts.filter(
        (cut) => /\b1 line\b/.test(cut.text) && utf8Length(cut.text) >= utf8Length(text, cut.start, cut.end),
      );
      expect(useless).toEqual([]);
    });
  },
);

/** Repeats a line. */
function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
}

const ITEMS = lines(6, (index) => `  "item number ${index}",`);

describe('an initializer keeps its first token, callee and type', () => {
  it.each([
    ['typescript', `const a = ref<T[]>(\n${ITEMS});\n`, 'const a = ref<T[]>(/* 6 lines */);\n'],
    [
      'typescript',
      `export const Suspense = SuspenseImpl as unknown as {\n${lines(6, (index) => `  a${index}: 1`)}}\n`,
      'export const Suspense = SuspenseImpl as unknown /* 8 lines hidden */\n',
    ],
    [
      'tsx',
      `const logo = (\n  <div>\n${lines(5, () => '    <b>a</b>')}  </div>\n);\n`,
      'const logo = _ /* 9 lines hidden */;\n',
    ],
    [
      'typescript',
      `enum A {\n  B = 1 |\n${lines(6, (index) => `    ${index} |`)}    7,\n}\n`,
      'enum A {\n  B = 1 /* 8 lines hidden */,\n}\n',
    ],
    [
      'kotlin',
      `val a = buildString {\n${lines(6, () => '    append(1)')}}\n`,
      'val a = buildString { /* 6 lines */ }\n',
    ],
    [
      'kotlin',
      `fun f() = buildString {\n${lines(5, () => '    append(1)')}}\n`,
      'fun f() = buildString { /* 5 lines */ }\n',
    ],
    [
      'kotlin',
      `fun f(x: Int) = when (x) {\n${lines(5, (index) => `    ${index} -> "${index}"`)}    else -> ""\n}\n`,
      'fun f(x: Int) = when (x) { /* 6 lines */ }\n',
    ],
    [
      'kotlin',
      `fun f(x: A) = x.alpha\n    .beta()\n    .gamma()\n`,
      'fun f(x: A) = _ /* 3 lines hidden */\n',
    ],
    [
      'csharp',
      `class A {\n  const string Text = @"\n${lines(6, () => 'text')}";\n}\n`,
      'class A {\n  const string Text = @"... 6 lines hidden ...";\n}\n',
    ],
    [
      'csharp',
      'class A {\n  int F() =>\n    first.Second()\n      .Third();\n}\n',
      'class A {\n  int F() =>\n    _ /* 2 lines hidden */;\n}\n',
    ],
    [
      'go',
      `package a\n\nconst hexMap = "a" +\n${lines(6, () => '\t"b" +')}\t"c"\n`,
      'package a\n\nconst hexMap = "a" /* 8 lines hidden */\n',
    ],
    ['ocaml', 'let f x =\n  match x with\n  | A -> 1\n  | B -> 2\n', 'let f x =\n  _ (* 3 lines hidden *)\n'],
    [
      'haskell',
      'f :: Int -> Int\nf x =\n  case x of\n    1 -> 2\n    _ -> 3\n',
      'f :: Int -> Int\nf x =\n  _ -- 3 lines hidden\n',
    ],
    [
      'elixir',
      'defmodule A do\n  def f(x), do: Enum.map(x, fn a -> a + 1 end)\nend\n',
      'defmodule A do\n  def f(x), do: _ # 1 line hidden\nend\n',
    ],
    ['dart', `final a = [\n${ITEMS}].map(b);\n`, 'final a = [/* 6 lines */].map(b);\n'],
    [
      'dart',
      `final a = () {\n${lines(6, (index) => `  step${index}();`)}}();\n`,
      'final a = () { /* 6 lines */ }();\n',
    ],
    [
      'dart',
      `final a = first\n${lines(5, (index) => `  .step${index}()`)}  .last();\n`,
      'final a = first /* 6 lines hidden */;\n',
    ],
    ['rust', `const A: &[&str] = &[\n${ITEMS}];\n`, 'const A: &[&str] = &[/* 6 lines */];\n'],
    [
      'c',
      `enum a {\n  B = FIRST\n${lines(6, (index) => `    | A${index}`)}};\n`,
      'enum a {\n  B = FIRST /* 6 lines hidden */\n};\n',
    ],
    [
      'ruby',
      'def f(x) =\n  x\n    .map { |y| y }\n    .reject(&:nil?)\n',
      'def f(x) =\n  _ # 3 lines hidden\n',
    ],
    ['makefile', `A = one \\\n${lines(5, () => '  two \\')}  three\n`, 'A = one # 6 lines hidden\n'],
  ])('%s: %j', async (language, text, skeleton) => {
    expect(await skeletonOf(language, text)).toBe(skeleton);
  });
});

describe('a body on one line stays if the stand-in would be no shorter', () => {
  it.each([
    ['typescript', 'function f() { return 1; }\n'],
    ['typescript', 'function f() {\n  go()\n}\n'],
    ['python', 'def f():\n    return x + 1\n'],
    ['python', 'def f():\n    """Says what."""\n    pass\n'],
    ['csharp', 'class A { int F() => value; }\n'],
    ['ruby', 'def f\n  @a\nend\n'],
    // Bytes count, not characters.
    ['python', 'def f():\n    return ä\n'],
  ])('%s: %j', async (language, text) => {
    expect(await skeletonOf(language, text)).toBe(text);
  });

  it.each([
    ['typescript', 'function f() { return compute(1); }\n', 'function f() { /* 1 line */ }\n'],
    ['python', 'def f():\n    return "äöüß"\n', 'def f():\n    ...  # 1 line\n'],
    ['python', 'def f():\n    a()\n    b()\n', 'def f():\n    ...  # 2 lines\n'],
  ])('%s: %j is shorter', async (language, text, skeleton) => {
    expect(await skeletonOf(language, text)).toBe(skeleton);
  });
});

it('stands where the body is indented, even if a comment above it is not', async () => {
  const text = 'class A:\n    def f(self):\n##        old()\n        # Says why.\n        a()\n        b()\n';
  expect(await skeletonOf('python', text)).toBe(
    'class A:\n    def f(self):\n##        old()\n        ...  # 3 lines\n',
  );
});

const LONG_DOC = `"""Says what.\n\n${lines(6, (index) => `    More ${index}.`)}    """`;

describe('statements that stay whole', () => {
  it.each([
    ['python', `#!/usr/bin/python\n# A license.\n\n${LONG_DOC}\n`],
    ['python', `class A:\n    # A comment.\n    ${LONG_DOC}\n    a = 1\n    ${LONG_DOC}\n`],
    ['python', `__all__ = [\n${ITEMS}]\n__all__ += [\n${ITEMS}]\n`],
    ['python', `__all__ = (\n${ITEMS})\n`],
    ['javascript', `module.exports = {\n${lines(6, (index) => `  a${index},`)}};\n`],
    ['javascript', `module.exports = [\n${ITEMS}];\n`],
    [
      'javascript',
      `exports.list = [\n${ITEMS}];\nmodule.exports.table = {\n${lines(6, (index) => `  a${index}: [\n    1,\n  ],`)}};\n`,
    ],
    ['javascript', `exports = module.exports = {\n${lines(6, (index) => `  a${index},`)}};\n`],
    ['typescript', `export {\n${lines(6, (index) => `  a${index} as b${index},`)}} from './a';\n`],
  ])('%s: %j', async (language, text) => {
    expect(await skeletonOf(language, text)).toBe(text);
  });

  it('loses the bodies of functions', async () => {
    const body = '{\n    first();\n    second();\n  }';
    const exported = (written: string): string =>
      `module.exports = {\n${lines(5, (index) => `  a${index},`)}  b() ${written},\n  c: function () ${written},\n  d: wrap(() => ${written}),\n};\n`;
    expect(await skeletonOf('javascript', exported(body))).toBe(exported('{ /* 2 lines */ }'));
  });
});
