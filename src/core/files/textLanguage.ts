/** Decides by a text which of the languages that share its file's name it is in. */
import { languageById, languageOf, type Language } from './language';
import type { RepoPath } from './repoPath';

/** A text shows its language early. */
const PROBE_UNITS = 50_000;

/** The language of a file whose text is known. The path alone gives the first guess, `languageOf`. */
export function languageOfText(path: RepoPath, text: string): Language {
  return languageById(languageIdOfText(languageOf(path).id, text));
}

/** The same, from the lines of a file. */
export function languageOfLines(path: RepoPath, lines: readonly string[]): Language {
  let units = 0;
  const end = lines.findIndex((line) => (units += line.length + 1) > PROBE_UNITS);
  return languageOfText(path, lines.slice(0, end < 0 ? lines.length : end + 1).join('\n'));
}

/** The id of the language that a text is in. `named` is the id that its file's name suggests. */
export function languageIdOfText(named: string, text: string): string {
  if (named === 'text' && text.startsWith('#!')) return languageOfScript(text) ?? named;
  const shared = SHARED[named];
  if (shared === undefined) return named;
  const probe = text.slice(0, PROBE_UNITS);
  return shared.find(([, pattern]) => pattern.test(probe))?.[0] ?? named;
}

/** Whether a text decides the language of files that this language is suggested for. */
export function mayDependOnText(named: string): boolean {
  return named === 'text' || SHARED[named] !== undefined;
}

/** Lines that are C++ and not C. A C header that is taken for C++ loses little, and the other way round nearly all. */
const CPP = new RegExp(
  String.raw`^[ \t]{0,20}(?:${[
    // Types, namespaces, and templates.
    String.raw`class[ \t]+\w[^;()\n]{0,200}[{:]|enum[ \t]+class\b|struct[ \t]+\w[^;()\n]{0,100}:[ \t]*(?:public|private|protected)\b`,
    String.raw`(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]{1,100})?\s{0,20}\{|template[ \t]*<|using[ \t]+(?:namespace\b|\w+[ \t]*=|[\w:]+;)|(?:public|private|protected)[ \t]*:`,
    // The headers of its library have no extension, as have Qt's.
    String.raw`#[ \t]*include[ \t]*<[\w/]+>`,
    // Members.
    String.raw`virtual[ \t][^;{}()\n]{1,100}\([^;{}\n]{0,200}\)[^;{}\n]{0,40}[;{]|explicit[ \t]+\w+\(|(?:virtual[ \t]+)?~\w+\([ \t]*(?:void)?\)[^;{}\n]{0,40}[;{]`,
    String.raw`[\w:<>*& \t]{1,100}\boperator[ \t]*(?:[-+*/%^&|~!=<>]{1,3}|\(\)|\[\])[ \t]*\(`,
    // Parameters by reference, type arguments, and qualified names.
    String.raw`\w[^\n*/"(]{0,100}\((?:[^\n"]{0,200}[ \t(,])?const[ \t]+\w[\w:<>]{0,60}[ \t]*&[ \t]*\w`,
    String.raw`(?:(?:static|const|inline)[ \t]+){0,2}\w{1,60}(?:<[\w:<>*&, \t]{1,100}>[ \t*&]+\w{1,60}[ \t]*[;=({]|::\w[^\n.]{0,200}[;{][ \t]*$)`,
    String.raw`\w[^\n*/"]{0,200}\)[ \t]*const[ \t]*[;{]`,
  ].join('|')})`,
  'm',
);

/**
 * Languages that share a name with another, and the first lines that only one of them has, in order of precedence. The
 * shared names are those of GitHub Linguist (https://github.com/github-linguist/linguist/blob/main/lib/linguist/heuristics.yml).
 */
const SHARED: Readonly<Record<string, readonly (readonly [id: string, pattern: RegExp])[]>> = {
  bash: [['zsh', /^#![^\n]{0,80}\bzsh\b/]],
  c: [
    ['objectivec', /^[ \t]*(?:@(?:interface|class|protocol|implementation)\b|#[ \t]*import[ \t]+[<"])/m],
    ['cpp', CPP],
  ],
  commonlisp: [['opencl', /\b(?:__kernel|__global|kernel[ \t]+void)\b/]],
  cpp: [['hack', /^<\?hh\b/]],
  csharp: [['smalltalk', /^![\w \t]+methodsFor: /m]],
  d: [
    ['makefile', /^[^\s:#]+\.(?:o|lo|d|obj)(?:[ \t]+[^\s:#]+)*[ \t]*:(?!:)/m],
    [
      'dtrace',
      /^(?:#!.*\bdtrace\b|#pragma[ \t]+D[ \t]|\w*:\w*:\w*:\w*[ \t]*(?:\{|\/|$)|(?:BEGIN|END)[ \t]*(?:\{|$))/m,
    ],
  ],
  fluent: [['freemarker', /<#[a-z-]|<\/#|\[#[a-z]/]],
  fortran: [['forth', /^: \S/m]],
  fsharp: [
    ['forth', /^(?:: \S|new-device\b)/m],
    ['glsl', /^[ \t]*(?:#version|precision[ \t]|uniform[ \t]|varying[ \t]|attribute[ \t])/m],
  ],
  json: [['yaml', /^(?:\s*#[^\n]*\n)*\s*[A-Za-z_][\w-]*[ \t]*:(?:\s|$)/]],
  jsonc: [['yaml', /^(?:\s*#[^\n]*\n)*\s*[A-Za-z_][\w-]*[ \t]*:(?:\s|$)/]],
  latex: [
    ['latex', /^[ \t]*\\[A-Za-z@]+/m],
    ['vb', /^(?:VERSION \d|Attribute VB_)/m],
    [
      'apex',
      /^[ \t]*(?:(?:public|private|global|virtual|abstract|with|without|inherited|sharing)[ \t]+)*(?:class|interface|enum)[ \t]+\w/im,
    ],
  ],
  mojo: [['xml', /^\s*<\?xml\b/]],
  objectivec: [
    [
      'objectivec',
      /^[ \t]*(?:@(?:interface|class|protocol|implementation|import)\b|#[ \t]*(?:import|include)[ \t]+[<"])/m,
    ],
    ['wolfram', /^[ \t]*\(\*|\b\w+\[[^\]\n]{0,200}_\][ \t]*:=|^[ \t]*\w+::usage\b/m],
    ['matlab', /^[ \t]*(?:%|(?:function|classdef)\b|(?:clc|clear|close all)\b)/m],
  ],
  ocaml: [
    ['ocaml', /^[ \t]*(?:module|open|let|external)\b|\bmatch\b[^\n]{0,200}\bwith\b/m],
    ['standardml', /^[ \t]*(?:structure|signature|functor|fun|val)\b|\bcase\b[^\n]{0,200}\bof\b/m],
  ],
  perl: [
    [
      'raku',
      /^[ \t]*(?:use[ \t]+v6|unit[ \t]+(?:module|class|role)|my[ \t]+class)\b|^[ \t]*(?:role|grammar)[ \t]+[A-Z][\w:]{0,100}[^\n=>]{0,200}\{/m,
    ],
    ['perl', /^[ \t]*(?:use|package|sub|my|our|require)[ \t]+[\w:$@%({]/m],
    ['prolog', /^[ \t]*(?:[a-z]\w*(?:\([^\n]*\))?[ \t]*)?:-(?:\s|$)|^[a-z]\w*\([^\n]*\)\.[ \t]*$/m],
  ],
  php: [['hack', /^<\?hh\b/]],
  prolog: [
    ['qmake', /^[ \t]*(?:QT|SOURCES|HEADERS|TEMPLATE|TARGET|CONFIG|SUBDIRS)[ \t]*[-+*~]?=/m],
    ['proguard', /^-(?:keep|dont|include|injars|optimiz|assume|print)\w*/m],
  ],
  puppet: [['pascal', /^[ \t]*(?:program|unit|library)[ \t]+\w+[ \t]*;|^[ \t]*end\.[ \t]*$/im]],
  rust: [['xml', /^\s*<\?xml\b/]],
  text: [['php', /^<\?php\b/]],
  tsx: [['xml', /^\s*<\?xml\b/]],
  typescript: [['xml', /^\s*(?:<\?xml\b|<!DOCTYPE TS>|<TS\b)/]],
  verilog: [
    [
      'coq',
      /(?:^|\s)(?:Proof|Qed)\.(?:\s|$)|^[ \t]*(?:From[ \t]+\w+[ \t]+)?Require[ \t]+(?:Import|Export)\b/m,
    ],
    ['verilog', /^[ \t]*(?:module[ \t]+[^\s()]+[ \t]*(?:#?\(|;)|`\w+|always\b|initial\b|endmodule\b)/m],
    ['v', /^[ \t]*(?:pub[ \t]+)?fn[ \t]+[^\n]*\{|^module[ \t]+\w+[ \t]*$/m],
  ],
  yacc: [['json', /^\s*[{[]/]],
};

/** Interpreters by language, without their version numbers. */
const INTERPRETERS = `
applescript osascript
awk awk gawk mawk nawk
bash sh bash dash ash ksh mksh pdksh bats busybox
clojure clojure clj bb
commonlisp sbcl clisp ecl
crystal crystal
dart dart
dtrace dtrace
elixir elixir iex
erlang escript
fish fish
forth gforth
fsharp fsharpi
groovy groovy
haskell runhaskell runghc stack
janet janet
javascript node nodejs bun qjs d8 gjs zx
julia julia
just just
kotlin kotlin kotlinc kscript
lua lua luajit texlua luau
makefile make gmake
matlab octave matlab
nim nim nimr
nushell nu
ocaml ocaml ocamlrun ocamlscript
perl perl cperl
php php
powershell pwsh powershell
prolog swipl yap gprolog
python python pypy ipython jython micropython sage uv
r Rscript r littler
racket racket
raku raku perl6 rakudo
ruby ruby jruby macruby rbx truffleruby rake
rust rust-script cargo
scala scala scala-cli amm
scheme guile chicken csi gosh chibi-scheme
swift swift
tcl tclsh wish expect jimsh
typescript deno ts-node tsx
zsh zsh
`;

const languageByInterpreter = new Map(
  INTERPRETERS.trim()
    .split('\n')
    .flatMap((line) => {
      const [id = '', ...names] = line.split(' ');
      return names.map((name) => [name.toLowerCase(), id] as const);
    }),
);

const LONGEST_LINE = 500;

/** The language that the `#!` line names, directly or by `env`. Nix has the interpreter on a second such line. */
function languageOfScript(text: string): string | undefined {
  const [first = '', second = ''] = text.slice(0, 2 * LONGEST_LINE).split('\n', 2);
  const [program = '', ...rest] = first.slice(2).trim().split(/\s+/);
  const named = nameOf(program) === 'env' ? (rest.find(isProgram)?.replace(/^-S=?/, '') ?? '') : program;
  const isNix = nameOf(named) === 'nix-shell';
  return byName(isNix ? (/^#!.*?\s-i\s+(\S+)/.exec(second)?.[1] ?? '') : named);
}

/** Whether an argument of `env` is not an option or a variable. `-Snode` is both. */
function isProgram(argument: string): boolean {
  return /^-S=?[^-=\s]/.test(argument) || !/^-|^\w+=/.test(argument);
}

function byName(program: string): string | undefined {
  const name = nameOf(program);
  return languageByInterpreter.get(name) ?? languageByInterpreter.get(name.replace(/-?[\d.]+$/, ''));
}

function nameOf(program: string): string {
  return program
    .slice(program.lastIndexOf('/') + 1)
    .replace(/\.exe$/i, '')
    .toLowerCase();
}
