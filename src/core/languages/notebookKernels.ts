/** The languages of notebook kernels, and the lines of a cell that only the kernel reads. */
import { allLanguages } from '../files/language';

/** Kernels and magics that are not called by the id or name of their language. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    python: 'ipython pyspark pysparkkernel xpython pypy sage sagemath conda-base',
    r: 'ir xr rlang irkernel sparkr',
    typescript: 'deno tslab ts',
    javascript: 'nodejs node jslab ijavascript js ecmascript',
    scala: 'almond spylon-kernel spylon apache_toree_scala spark sparkkernel toree',
    cpp: 'xcpp cling c++11 c++14 c++17 c++20 c++23 xeus-cling',
    csharp: '.net-csharp dotnet-csharp',
    powershell: '.net-powershell dotnet-powershell pwsh',
    java: 'ijava rapaio-jupyter-kernel jjava',
    rust: 'evcxr evcxr_jupyter',
    go: 'gophernotes gonb golang',
    haskell: 'ihaskell',
    ruby: 'iruby',
    lua: 'ilua xlua',
    ocaml: 'ocaml-jupyter',
    elixir: 'ielixir',
    bash: 'sh script bash_kernel',
    zsh: 'zsh_kernel',
    php: 'jupyter-php',
  }).flatMap(([id, names]) => names.split(' ').map((name) => [name, id] as const)),
);

const idByName: ReadonlyMap<string, string> = new Map([
  ...allLanguages().flatMap(({ id, name }) => [[name.toLowerCase(), id] as const, [id, id] as const]),
  ...ALIASES,
]);

/** The id of a kernel's language; undefined if its name is unknown. */
export function languageOfKernel(name: string): string | undefined {
  const written = name.trim().toLowerCase();
  const bare = written.replace(/[-_ v]*\d[\w.-]*$/, '');
  return idByName.get(written) ?? idByName.get(bare);
}

interface Magics {
  /** Matches an unindented line that the kernel reads itself, as what comes before and what to replace. */
  readonly line: RegExp;
  /** Fills the place: a blank, or in a language whose blocks must not be empty a digit, which makes it a statement. */
  readonly fill: string;
}

const PYTHON: Magics = {
  line: /^((?:[\w, \t]{1,200}=[ \t]*)?)(%{1,2}[A-Za-z]\w*(?:[ \t].*)?|!(?!=).*|\?{1,2}[\w.*]+|%{0,2}[\w.*]+\?{1,2})[ \t]*$/,
  fill: '0',
};
const OTHER: Magics = { line: /^()(%{1,2}[A-Za-z]\w*(?:[ \t].*)?)$/, fill: ' ' };

const MAGICS: Readonly<Record<string, Magics>> = {
  python: PYTHON,
  rust: { line: /^()(:\w.*)$/, fill: ' ' },
  csharp: { line: /^()(#(?:!|r[ \t]|i[ \t]).*|%{1,2}[A-Za-z].*)$/, fill: ' ' },
  powershell: { line: /^()(#!.*)$/, fill: ' ' },
  cpp: { line: /^()(\?.*|!.*|%{1,2}[A-Za-z].*|\.[A-Za-z] .*)$/, fill: ' ' },
};

/** Longer lines are data. */
const LONGEST_MAGIC = 2_000;

/** Replaces the lines that the kernel reads itself, such as `%matplotlib inline`, keeping all places. */
export function withoutMagics(cell: string, language: string): string {
  if (!/[%!?:#.]/.test(cell)) return cell;
  const { line: pattern, fill } = MAGICS[language] ?? OTHER;
  const shown: string[] = [];
  let continued = false;
  for (const line of cell.match(/[^\n]*\n|[^\n]+/g) ?? []) {
    const written = line.endsWith('\n') ? line.slice(0, -1) : line;
    const code = written.trimStart();
    const match = written.length > LONGEST_MAGIC ? null : pattern.exec(code);
    const [before = '', magic = '']: readonly string[] = continued ? ['', code] : (match?.slice(1) ?? []);
    const indent = written.slice(0, written.length - code.length);
    // A continued line is one with what comes before, indentation and all.
    const lead = continued ? fill.repeat(indent.length) : indent;
    const isMagic: boolean = continued || (magic !== '' && !isPartOfCode(magic));
    continued = isMagic && magic.endsWith('\\');
    // A digit instead of the line feed keeps a continued line in one statement.
    const end = line.slice(written.length);
    const rest = ' '.repeat(code.length - before.length - magic.length);
    const feed = continued && fill !== ' ' && end !== '' ? fill : end;
    shown.push(isMagic ? lead + before + fill.repeat(magic.length) + rest + feed : line);
  }
  return shown.join('');
}

/** Whether it is a line of a string, or one that ends an expression. */
function isPartOfCode(magic: string): boolean {
  return /"""|'''/.test(magic) || countOf(magic, /[)\]}]/g) > countOf(magic, /[([{]/g);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Magics whose cell is still in the kernel's language. */
const SAME_LANGUAGE =
  /^(?:time|timeit|capture|prun|memit|mprun|lprun|debug|px|heat|snakeviz|scalene|cython_inline)$/;

/**
 * The language of a cell: that of the kernel, or of the magic in its first line, such as `%%bash`. Undefined if the
 * magic names none.
 */
export function languageOfCell(code: string, kernel: string): string | undefined {
  const magic = /^\s{0,100}%%([\w.!+#-]{1,100})/.exec(code)?.[1]?.toLowerCase();
  return magic === undefined || SAME_LANGUAGE.test(magic) ? kernel : languageOfKernel(magic);
}
