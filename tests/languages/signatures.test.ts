/** Parameters, types, and bases of symbols, and the names that imports list. */
import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

async function factsIn(language: string, text: string): Promise<FileFacts> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  return outcome.facts;
}

/** `name(parameters) -> type <bases>` for each symbol that has any of them. */
function described({ symbols }: FileFacts): readonly string[] {
  return symbols.flatMap(({ name, parameters, type, bases }) => {
    const parts = [
      parameters && `(${parameters.join(', ')})`,
      type === undefined ? undefined : ` -> ${type}`,
      bases && ` <${bases.join(', ')}>`,
    ].filter((part) => part !== undefined);
    return parts.length === 0 ? [] : [name + parts.join('')];
  });
}

const SIGNATURES: Readonly<Record<string, readonly (readonly [text: string, ...described: string[]])[]>> = {
  typescript: [
    [
      'export async function f<T>(a: Map<T, U>, { b, c }: D, e = g(1, 2), ...h: I[]): Promise<{ j: K }> {}',
      'f(a, e, h) -> Promise<{ j: K }>',
    ],
    ['const f = async (a: (b: c) => d): Promise<E> => {};', 'f(a) -> Promise<E>'],
    ['const f = a => { return a; };', 'f(a)'],
    ['const a: Record<string, "b, c"> = {};', 'a -> Record<string, "b, c">'],
    [
      'class A<T extends X> extends b.C<T> implements D, E<F> { private g?: H; constructor(private readonly i: J, @K() l: M) {} get n(): O { return 1; } }',
      'A <b.C, D, E>',
      'g -> H',
      'constructor(i, l)',
      'n() -> O',
    ],
    [
      'interface A extends B<C>, D { e(this: F, g: H): I; j: () => void }',
      'A <B, D>',
      'e(g) -> I',
      'j -> () => void',
    ],
  ],
  javascript: [
    [
      'exports.f = function (a, [b], c = 1) {};\nclass D extends E { #f = 1; g(h) {} }',
      'f(a, c)',
      'D <E>',
      'g(h)',
    ],
  ],
  python: [
    [
      'def f(self, a: Dict[str, int] = {}, *args, b="x, y",  # a comment, with commas\n      **kw) -> Optional[C]:\n  pass\n',
      'f(a, args, b, kw) -> Optional[C]',
    ],
    ['class A(b.C, D[E], metaclass=F):\n  g: int = 3\n', 'A <b.C, D>', 'g -> int'],
  ],
  go: [
    [
      'package a\nfunc (s *S[T]) F(a, b int, c ...string) (d T, err error) {}',
      'F(a, b, c) -> (d T, err error)',
    ],
    [
      'package a\nfunc G[T any](x T) {}\nvar v map[string]T = nil\ntype I interface { M(int, string) error }\ntype P struct { X, Y int; z *Q }',
      'G(x)',
      'v -> map[string]T',
      'M() -> error',
      'X -> int',
      'Y -> int',
      'z -> *Q',
    ],
  ],
  rust: [
    [
      "pub fn f<'a, T: U>(&'a self, mut a: Vec<T>, (b, c): D, e: impl Fn(F) -> G) -> Result<H, I> where T: J {}",
      'f(a, e) -> Result<H, I>',
    ],
    [
      'impl<T> fmt::Display for S<T> {}\ntrait A: B + C<D> {}\nconst E: &str = "f";\nstruct G { pub h: Option<I> }',
      'impl fmt::Display for S<T> <fmt::Display>',
      'A <B, C>',
      'E -> &str',
      'h -> Option<I>',
    ],
  ],
  java: [
    [
      'class A<T> extends B<T> implements C, d.E<F> { private static final Map<String, G> H = null; @I(1) public <U> List<U> f(final J j, int... k) throws L {} A(M m) {} }',
      'A <B, C, d.E>',
      'H -> Map<String, G>',
      'f(j, k) -> List<U>',
      'A(m)',
    ],
  ],
  c: [
    [
      'static inline const char *f(struct a *b, int c[3], void (*d)(int), unsigned) { }',
      'f(b, c, d) -> const char *',
    ],
    [
      'extern unsigned long g(void);\n#define M(a, b) a\nint x = 1;',
      'g() -> unsigned long',
      'M(a, b)',
      'x -> int',
    ],
  ],
  cpp: [
    [
      'template <typename T> std::vector<T> ns::A<T>::f(const B& b, C&& c = {}, int) const noexcept { }',
      'f(b, c) -> std::vector<T>',
    ],
    [
      'class A : public B<C>, private virtual d::E { static int g; auto h(int i) -> J; A(K k); };',
      'A <B, d::E>',
      'g -> int',
      'h(i) -> J',
      'A(k)',
    ],
  ],
  csharp: [
    [
      'public class A<T> : B<T>, IC where T : D { public Dictionary<string, E> F { get; set; } protected async Task<G> H([I] J j, ref K k, params L[] l) {} }',
      'A <B, IC>',
      'F -> Dictionary<string, E>',
      'H(j, k, l) -> Task<G>',
    ],
  ],
  php: [
    [
      '<?php\nclass A extends B implements C, \\D\\E { private ?F $g = null; public function h(I $i, &$j, K ...$k): ?L {} }',
      'A <B, C, D\\E>',
      'g -> ?F',
      'h(i, j, k) -> ?L',
    ],
  ],
  ruby: [
    ['class A < B::C\n  def f(a, b = 1, *c, d: 2, **e, &g)\n  end\nend\n', 'A <B::C>', 'f(a, b, c, d, e, g)'],
  ],
  kotlin: [
    [
      'class A<T>(val b: C) : D<T>(b), E by f { val g: H<I> = 1\n fun <J> k(l: (M) -> N, vararg o: P = q()): R<S> = t }',
      'A <D, E>',
      'b -> C',
      'g -> H<I>',
      'k(l, o) -> R<S>',
    ],
  ],
  swift: [
    [
      'class A<T>: B, C where T: D { var e: [F: G] = [:]\n func h(_ i: J, for k: L = m(1, 2)) throws -> N? { } }',
      'A <B, C>',
      'e -> [F: G]',
      'h(i, k) -> N?',
    ],
  ],
  scala: [
    [
      'class A[T](b: C) extends D[T](b) with E { val f: G = 1\n def h[I](j: K, l: M = n)(implicit o: P): Q[R] = s }',
      'A <D, E>',
      'f -> G',
      'h(j, l, o) -> Q[R]',
    ],
  ],
  dart: [
    [
      'class A<T> extends B<T> with C implements D { final Map<String, E> f = {}; A(this.f, {required G g, int h = 1}); Future<I> j(K k, [L? l]) async {} }',
      'A <B, C, D>',
      'f -> Map<String, E>',
      'A(f, g, h)',
      'j(k, l) -> Future<I>',
    ],
  ],
  lua: [['function M.f(self, a, ...) end\nlocal g = function(b) end\n', 'f(a)', 'g(b)']],
  r: [['f <- function(a, b = c(1, 2), ...) { 1 }\n', 'f(a, b)']],
  zig: [
    [
      'const A = struct { b: ?C = null, pub fn d(self: *A, comptime e: type, f: []const u8) !G {} };',
      'b -> ?C',
      'd(e, f) -> !G',
    ],
  ],
  solidity: [
    [
      'contract A is B(1), C { mapping(address => uint) public d; function e(uint256 f, address, G memory g) public view returns (H) {} }',
      'A <B, C>',
      'd -> mapping(address => uint)',
      'e(f, g) -> (H)',
    ],
  ],
  elixir: [['defmodule A do\n  def f(a, %{b: c}, d \\\\ 1) when is_x(a), do: a\nend\n', 'f(a, d)']],
  haskell: [['f :: A b => Int -> Maybe b\nf x (Just y) = x\n', 'f(x) -> Maybe b']],
  ocaml: [['let rec f x ~y ?(z = 1) (w : t) : u list = x\n', 'f(x, y, z, w) -> u list']],
  powershell: [
    [
      'class A : B {\n  [int] F([string]$g) { return 1 }\n}\nfunction Get-C {\n  param([Parameter(Mandatory)] [string]$d, [switch]$e = $true)\n  $d\n}\n',
      'A <B>',
      'F(g)',
      'Get-C(d, e)',
    ],
  ],
};

describe.each(Object.keys(SIGNATURES))('signatures of %s', (language) => {
  it.each(SIGNATURES[language] ?? [])('%s', async (text, ...expected) => {
    expect(described(await factsIn(language, text))).toEqual(expected);
  });
});

const IMPORTS: readonly (readonly [language: string, text: string, ...names: string[]])[] = [
  [
    'typescript',
    'import a, { b as c, type D, default as e } from "f";\nimport * as g from "h";\nexport { i as j, k } from "l";\n',
    'b D',
    '-',
    'i k',
  ],
  ['typescript', 'import { a } from "b" with { type: "json" };\nexport * from "c";\n', 'a', '-'],
  ['javascript', 'const { a, b: c, d = 1 } = require("e");\nconst f = require("g");\n', 'a b d', '-'],
  ['python', 'from a.b import (c, # no\n  d as e)\nfrom f import *\nimport g.h as i\n', 'c d', '-', '-'],
  ['rust', 'use a::b::{self, c, d as e, f::{g, h}, i::*};\nuse j::k;\npub use l::M;\n', 'c d g h', 'k', 'M'],
  ['java', 'import a.b.C;\nimport a.b.*;\nimport static d.E.f;\nclass X {}\n', 'C', '-', 'f'],
  ['kotlin', 'import a.B\nimport c.D as E\nimport f.*\n', 'B', 'D', '-'],
  ['scala', 'import a.B\nimport c.{D, E => F, G => _, _}\nimport h._\n', 'B', 'D E', '-'],
  ['php', '<?php\nuse A\\B;\nuse C\\{D, E as F};\nuse function G\\h;\n', 'B', 'D E', 'h'],
  ['dart', "import 'a.dart' show B, C hide D;\nimport 'e.dart' as f;\n", 'B C', '-'],
  [
    'haskell',
    'module A where\nimport B (c, D (..), (<>))\nimport E hiding (f)\nimport qualified G as H\n',
    'c D',
  ],
  ['swift', 'import A\nimport struct B.C\n', '-', 'C'],
  ['elixir', 'alias A.{B, C}\nalias D.E\nimport F, only: [g: 1, h: 2]\nuse I\n', 'B C', 'E', 'g h', '-'],
  ['solidity', 'import {A, B as C} from "./d.sol";\nimport "./e.sol";\n', 'A B', '-'],
  ['csharp', 'using A.B;\nusing C = D.E;\n', '-', 'E'],
  ['lua', 'local a = require("b").c\nlocal d = require "e"\n', 'c', '-'],
  ['go', 'package a\nimport b "c"\n', '-'],
  ['c', '#include "a.h"\n', '-'],
];

it.each(IMPORTS)('names that imports in %s list: %s', async (language, text, ...expected) => {
  const { imports } = await factsIn(language, text);
  expect(imports.map(({ names }) => names?.join(' ') ?? '-')).toEqual(expected);
});
