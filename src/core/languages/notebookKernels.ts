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
  /** Matches a line that is no code, or the end of such a line: its last group is what to blank. */
  readonly line: RegExp;
  /** Stands for what is blanked, where a block must not be empty. */
  readonly shown: string;
}

const PYTHON: Magics = {
  line: /^([ \t]*(?:[\w, \t]{1,200}=[ \t]*)?)(%{1,2}[A-Za-z]\w*(?:[ \t].*)?|!(?!=).*|\?{1,2}[\w.*]+|[ \t]*%{0,2}[\w.*]+\?{1,2}[ \t]*)$/,
  shown: '0',
};
const OTHER: Magics = { line: /^([ \t]*)(%{1,2}[A-Za-z]\w*(?:[ \t].*)?)$/, shown: ' ' };

const MAGICS: Readonly<Record<string, Magics>> = {
  python: PYTHON,
  rust: { line: /^()(:\w.*)$/, shown: ' ' },
  csharp: { line: /^()(#(?:!|r[ \t]|i[ \t]).*|%{1,2}[A-Za-z].*)$/, shown: ' ' },
  powershell: { line: /^()(#!.*)$/, shown: ' ' },
  cpp: { line: /^()(\?.*|!.*|%{1,2}[A-Za-z].*|\.[A-Za-z] .*)$/, shown: ' ' },
};

/** Longer lines are data. */
const LONGEST_MAGIC = 2_000;

/** Blanks out the lines that the kernel reads itself, such as `%matplotlib inline`, keeping all places. */
export function withoutMagics(code: string, language: string): string {
  const { line: pattern, shown } = MAGICS[language] ?? OTHER;
  if (!/[%!?:#]/.test(code)) return code;
  let continues = false;
  return code
    .split('\n')
    .map((line) => {
      if (line.length > LONGEST_MAGIC) return line;
      const wasContinued = continues;
      const match = wasContinued ? (['', '', line] as const) : pattern.exec(line);
      const [, before = '', magic = ''] = match ?? [];
      // A line of a string, or one that ends an expression.
      if (match === null || (!wasContinued && isPartOfCode(magic))) return line;
      continues = magic.endsWith('\\');
      return (
        before +
        (wasContinued ? ' ' : shown).slice(0, magic.length) +
        ' '.repeat(Math.max(0, magic.length - 1))
      );
    })
    .join('\n');
}

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
