/** The names that a file uses. */
import { expect, it } from 'vitest';
import { usesOf, type NameUse } from '../../src/core/facts/references';
import { moduleFactsOf } from '../../src/core/references/resolveImports';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

async function usesIn(language: string, text: string): Promise<readonly NameUse[]> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  return usesOf(outcome.facts.references);
}

/** Lists all names in order, with parentheses if any use is a call. */
const TABLE: readonly (readonly [language: string, text: string, names: string])[] = [
  [
    'typescript',
    'import { a as b } from "x"; // no\n@Deco() class C extends D<E> { f(g: H): I.J { return this.k?.(g) } }\nnew L; new M<N>(o); tag`p ${q}`; `no ${r}`;',
    'a b Deco() D E g H I J k() L() M() N o tag() q r',
  ],
  ['tsx', 'export const A = () => <B.C x={y}><d /></B.C>;', 'B C() x y d()'],
  [
    'javascript',
    'const a = require("b");\nexports.f = function (x) { a.c(x); new D(); };',
    'a require() exports x c() D()',
  ],
  [
    'python',
    '@deco\ndef f(a: B = C) -> D:\n  """no"""\n  return self.g(x)(f"{h!r} no")\nclass E(F): pass\n',
    'deco() a B C D g() x h F',
  ],
  [
    'go',
    'package a\nimport "no"\nfunc (s *S) F(x T) { y.G(x); Max[int](1); _ = pkg.U{V: W} }',
    'a s S x T y G() Max() int pkg U V W',
  ],
  [
    'rust',
    'use a::b;\nfn f(x: T) -> U { g::<V>(x); h!("no", i); S { j, k: l }.m() }',
    'a b x T U g() V h() i S j k l m()',
  ],
  [
    'java',
    'import a.B;\nclass C extends D { void f(E e) { g(e); h.i(); new J<K>(l); M::n; } }',
    'a B D E e g() h i() J() K l M n',
  ],
  ['c', '#include "no.h"\nstatic T *f(U *x) { return g(x->y, h.i(z)); }', 'T U x g() y h i() z'],
  ['c', '#define A(b) c(b, D) /* no */ "no" \\\n  e', 'b c() D e'],
  ['cpp', 'void A::f() { b::c<D>(e); new F(g); h->i(); }', 'A b c() D e F() g h i()'],
  [
    'csharp',
    'using A.B;\nclass C : D { void F(E e) { G(e); this.H<I>(j); new K { L = m }; n?.o(); } }',
    'A B D E e G() H() I j K() L m n o()',
  ],
  [
    'php',
    '<?php\nuse A\\B;\nfunction f(C $d) { g($d); $e->h(); I::j(); new K; new L($m); return "no {$n->o}"; }',
    'A B C d g() e h() I j() K() L() m n o',
  ],
  [
    'ruby',
    'class A < B\n  def f(x)\n    g x\n    h.i(j)\n    k.each { |l| l }\n    @m = C::D.new\n    "no #{o}"\n  end\nend\n',
    'B x g() h i() j k each() l @m C D new() o',
  ],
  [
    'kotlin',
    'import a.B\nfun f(x: C): D { g(x); h.i { j }; K(l).m<N>(); "no ${o()}" }',
    'a B x C D g() h i() j K() l m() N o()',
  ],
  ['swift', 'class A {}\nextension B: C {}\n', 'B C'],
  ['rust', 'struct A;\nimpl B for C {}\n', 'B C'],
  ['swift', 'import A\nfunc f(x: B) -> C { g(x); h.i { j }; return K<L>(m) }', 'A x B C g() h i() j K() L m'],
  [
    'scala',
    'import a.B\nobject C { def f(x: D): E = { g(x); h.i[J](k); new L(m); s"no $n" } }',
    'a B x D E g() h i() J k L() m s n',
  ],
  [
    'dart',
    "import 'a.dart';\nB f(C x) { g(x); h.i(J<k>()); l..m(n); new O(p); return 'no $q'; }",
    'B C x g() h i() J() k l m() n O() p q',
  ],
  [
    'lua',
    'local a = require("b")\nfunction M.f(x) return a.c(x), d:e "no", g { h } end',
    'a require() M x c() d e() g() h',
  ],
  ['r', 'f <- function(x) { g(x); a::b(c); d$e[h] }', 'x g() a b() c d e h'],
  ['zig', 'const a = @import("b");\nfn f(x: T) !U { return a.g(x); }', 'a x T U g()'],
  [
    'solidity',
    'contract A is B { modifier m() { _; } function f(C x) public m returns (D) { g(x); y.h(); new E(1); emit I(w); } }',
    'B m C x D g() y h() E() I() w',
  ],
  [
    'elixir',
    'defmodule A.B do\n  alias C.D\n  def f(x), do: g(x) |> D.h("no #{i}")\n  j k\nend\n',
    'C.D x g() D h() i j() k',
  ],
  [
    'haskell',
    'module A where\nimport B (c)\nf :: D -> E\nf x = g x (H.i x) $ J k\n',
    'A B c D E x g() H i() J() k',
  ],
  ['ocaml', 'open A\nlet f x = g x (B.h y) |> i; j#m n; new o p', 'A x g() B h() y i j m() n o() p'],
  ['bash', 'source no.sh\nf() { a "$b" "no $(c d)"; e=$g; }\nf x | h', 'source() a() b c() e g f() h()'],
  [
    'powershell',
    'function Get-A {\n  param($b)\n  Get-C $b\n  $d.E($f)\n  [G]::H()\n}\n',
    'b Get-C() d E() f G H()',
  ],
  [
    'svelte',
    '<script lang="ts">\n  import A from "./A.svelte";\n  let b = c(d);\n</script>\n<!-- <No /> -->\n<A {b} /><E.F><p>no</p></E.F>\n<style>p { color: var(--g); }</style>\n',
    'A() c() d E() --g',
  ],
  [
    'vue',
    '<template><my-table :a="b" /><Other></Other></template>\n<script>import MyTable from "./t";\nexport default { components: { MyTable } };</script>\n',
    'MyTable() Other() components',
  ],
  ['astro', '---\nimport A from "a";\nconst b = c();\n---\n<A /><p>no</p>\n', 'A() c()'],
  ['css', ':root { --a: 1; }\n/* var(--no) */ p { color: var(--b, var( --c)); }\n', '--b --c'],
  ['scss', '$a: 1; // $no\n.b { @include c.d($e); @extend %f; color: var(--g); }\n', 'd $e %f --g'],
  ['less', '@a: 1; @media print { .b { color: @c; } }\n', '@c'],
  [
    'sql',
    'CREATE TABLE a (b int REFERENCES c (d));\nSELECT f(g) FROM h.i JOIN "j" ON k = \'from no\' -- from no\n',
    'c() f() i j',
  ],
  ['graphql', '"""no""" type A implements B { c(d: E = 1): [F!]! @g } # no\n', 'B d E F g'],
  [
    'protobuf',
    'syntax = "proto3"; // no\nimport "no.proto";\nmessage A { B.C d = 1; map<string, E> f = 2; }\n',
    'B C E',
  ],
  [
    'hcl',
    'resource "aws_a" "b" {\n  c = var.d # var.no\n  e = "${local.f}-${aws_g.h.id}"\n  i = module.j.k\n}\n',
    'd f h j',
  ],
  ['cmake', 'function(a b)\n  message("${c}") # no(\nendfunction()\na(${d})\n', 'message() c a() d'],
  ['makefile', 'A = $(B)\nc: d\n\t$(A) ${E} # $(NO)\n', 'B A E'],
  ['dockerfile', 'ARG A\nFROM b AS c\nENV D=$A\nCOPY --from=c ${D} .\n', 'b A c D'],
  [
    'jupyter',
    '{"cells":[{"cell_type":"code","source":["import a\\n","def f(x): # no\\n","  return a.g(x, \'no\')\\n"],"outputs":[],"metadata":{}}],"metadata":{},"nbformat":4,"nbformat_minor":5}',
    'a x g()',
  ],
  ['json', '{"a": "b"}', ''],
  ['markdown', '# A\n`b()`\n', ''],
];

it.each(TABLE)('are found, with calls: %s', async (language, text, names) => {
  const uses = await usesIn(language, text);
  expect(uses.map(({ name, calls }) => (calls.length > 0 ? `${name}()` : name)).join(' ')).toBe(names);
});

it('and types are found inside conditional directives of C#', async () => {
  const text = `#if A
using Used;
namespace Shop {
#if B
  class Cat : Base { Owl owl; }
#elif C
  struct Dog { }
#else
  interface IFox { }
#endif
  class Gnu : Base
#if D
    , IElk
#endif
  { }
}
#endif
`;
  const outcome = await reader.factsOf(text, 'csharp');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(moduleFactsOf(outcome.facts, text)).toMatchObject({
    imports: [{ sources: ['Used'] }],
    declares: ['Shop'],
    defines: ['Cat', 'Dog', 'IFox', 'Gnu'],
  });
  const names = usesOf(outcome.facts.references).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Used', 'Base', 'Owl', 'IElk']));
});

it('have the lines of each use, without definitions', async () => {
  const text = `class Store {
  get(key) {
    if (!this.get(key)) get(); get(key);
    return Store.get(
      key);
  }
}
const a = get, store = new Store();
`;
  expect(await usesIn('javascript', text)).toEqual([
    { name: 'key', lines: [2, 3, 3, 5], calls: [] },
    { name: 'get', lines: [3, 3, 3, 4, 8], calls: [3, 3, 3, 4] },
    { name: 'Store', lines: [4, 8], calls: [8] },
  ]);
});

it('are found even where the file does not parse', async () => {
  const text = 'function f( { a(b); }}} ]]] c(d) class E extends { g(h) }\n"unclosed\ni(j)\n';
  const names = (await usesIn('javascript', text)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['b', 'd', 'h', 'j']));
});

it.each([
  ['100,000 names in one line', Array.from({ length: 100_000 }, (_, at) => `n${at}`).join(','), 20_000],
  ['100,000 uses in one line', 'f(a),'.repeat(100_000), 2],
  ['a name that is too long', `${'a'.repeat(201)}(b)`, 1],
  ['lone surrogates', '\ud800(a) + "\udc00" + b\ud800', 3],
])('are bounded: %s', async (_, text, most) => {
  const uses = await usesIn('javascript', `[${text}];\n`);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.length).toBeLessThanOrEqual(most);
  expect(uses.every(({ lines }) => lines.length <= 255)).toBe(true);
});

it('do not depend on which reader started the runtime', async () => {
  for (const each of [reader, testFactsReader()]) {
    const outcome = await each.factsOf('a(b);\n', 'javascript');
    expect(outcome.kind === 'facts' && usesOf(outcome.facts.references)).toEqual([
      { name: 'a', lines: [1], calls: [1] },
      { name: 'b', lines: [1], calls: [] },
    ]);
  }
});
