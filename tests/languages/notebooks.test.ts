/** Cells of notebooks are read in the language of the kernel, in whatever form their source is. */
import { describe, expect, it } from 'vitest';
import type { FileFacts } from '../../src/core/facts/fileFacts';
import { usesOf } from '../../src/core/facts/references';
import { renderOutline } from '../../src/core/views/modes/outline';
import { renderSkeleton } from '../../src/core/views/modes/skeleton';
import { describedFile, goldens } from './goldens';
import { expectSoundFacts } from './soundFacts';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

type Source = string | readonly string[];

function notebook(sources: readonly Source[], metadata: object = {}): string {
  const cells = sources.map((source) => ({ cell_type: 'code', metadata: {}, outputs: [], source }));
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1);
}

const kernel = (language: string): object => ({ kernelspec: { language, name: 'any' } });

async function factsOf(text: string): Promise<FileFacts> {
  const outcome = await reader.factsOf(text, 'jupyter');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expectSoundFacts(text, outcome.facts);
  return outcome.facts;
}

/** The sources of the cells in the skeleton, which must be JSON. */
async function skeletonOf(text: string): Promise<readonly string[]> {
  const facts = await factsOf(text);
  const { cells } = JSON.parse(
    renderSkeleton(describedFile('a.ipynb', 'jupyter', text, facts)).text,
  ) as unknown as { cells: readonly { source: Source }[] };
  return cells.map(({ source }) => (typeof source === 'string' ? source : source.join('')));
}

const namesOf = ({ symbols }: FileFacts): string =>
  symbols
    .filter(({ kind }) => kind !== 'Module')
    .map(({ name, kind }) => `${kind} ${name}`)
    .join(', ');

const PYTHON = 'def f(a):\n    """Says "hi"."""\n    b = "\\n"\n    return a\n';

describe('the source of a cell', () => {
  const lines = PYTHON.split(/(?<=\n)/);
  it.each([
    ['one string', PYTHON],
    ['lines', lines],
    ['lines without line ends', lines.map((line) => line.trimEnd())],
    ['lines in pieces', ['def f(a):\n    """Says "hi"."""\n', '    b = "\\n"\n    return a\n']],
  ])('may be %s', async (_, source) => {
    const text = notebook([source]);
    expect(namesOf(await factsOf(text))).toBe('Func f');
    const [cell = ''] = await skeletonOf(text);
    expect(cell.replace(/\n$/, '').replace('):    "', '):\n    "').replace('""    .', '""\n    .')).toBe(
      'def f(a):\n    """Says "hi"."""\n    ...  # 2 lines',
    );
  });

  it('has lines of the file: one for a string, else one for each line', async () => {
    for (const [source, startLine, endLine] of [
      [`a()\n${PYTHON}`, 7, 7],
      [['a()\n', ...lines], 9, 12],
    ] as const) {
      const { symbols, references } = await factsOf(notebook([source]));
      expect(symbols.at(-1)).toMatchObject({ name: 'f', startLine, endLine });
      const at = Array.isArray(source) ? 8 : 7;
      expect(usesOf(references).find(({ name }) => name === 'a')?.calls).toEqual([at]);
    }
  });

  it('may hold any escape, and ends with its cell', async () => {
    const text = notebook(['x = ("\u{1f600}\\\\', 'def g():\n\treturn "\u00e9"\n']).replaceAll(
      'é',
      '\\u00e9',
    );
    expect(namesOf(await factsOf(text))).toBe('Func g');
  });
});

describe.each(['python', 'r', 'scala'])('a cell in %s', (language) => {
  it('has the skeleton that its file would have', async () => {
    for (const { text } of goldens()
      .filter((each) => each.language === language)
      .slice(0, 3)) {
      const outcome = await reader.factsOf(text, language);
      if (outcome.kind === 'none') continue;
      const { text: shown } = renderSkeleton(describedFile('a', language, text, outcome.facts));
      for (const source of [text, text.split(/(?<=\n)/)]) {
        const written = notebook([source], kernel(language));
        expect(await skeletonOf(written)).toEqual([shown]);
        const { symbols } = await factsOf(written);
        expect(symbols.slice(1).map(({ name }) => name)).toEqual(
          outcome.facts.symbols.map(({ name }) => name),
        );
      }
    }
  });
});

describe('the language of a kernel', () => {
  it.each([
    [kernel('R'), 'f <- function(x) x\n'],
    [kernel('Scala'), 'def f(x: Int): Int = x\n'],
    [kernel('C++17'), 'int f(int x) { return x; }\n'],
    [kernel('C#'), '#r "nuget: A"\nint f(int x) { return x; }\n'],
    [kernel('sagemath'), 'def f(x): pass\n'],
    [{ language_info: { name: 'rust' } }, ':dep a = "1"\nfn f() {}\n'],
    [{ kernelspec: { name: 'deno' } }, 'function f(x: number) {}\n'],
    [{ kernelspec: { name: 'python3' } }, 'def f(x): pass\n'],
    [{ kernelspec: { language: 'no such', name: 'ir' } }, 'f <- function(x) x\n'],
    [{}, 'def f(x): pass\n'],
  ])('%j', async (metadata, code) => {
    const facts = await factsOf(notebook([code], metadata));
    expect(namesOf(facts)).toBe('Func f');
    expect(facts.errors).toBe(0);
  });

  it('is not taken from elsewhere in the notebook', async () => {
    const text = notebook([PYTHON]).replace('"metadata": {}', '"metadata": {"language": "R"}');
    expect(namesOf(await factsOf(text))).toBe('Func f');
  });

  it('is named if no grammar reads it, and cells stay whole', async () => {
    const code = 'function f(x)\n  x\nend\n';
    for (const [name, metadata] of [
      ['Julia', kernel('Julia')],
      ['sas', kernel('sas')],
      ['julia-1.9', { kernelspec: { name: 'julia-1.9' } }],
    ] as const) {
      const text = notebook([code], metadata);
      const facts = await factsOf(text);
      expect(renderOutline(describedFile('a.ipynb', 'jupyter', text, facts)).warnings).toEqual([
        `no grammar for the kernel ${name}`,
      ]);
      expect(await skeletonOf(text)).toEqual([code]);
    }
  });
});

describe('magics', () => {
  it.each([
    '%matplotlib inline',
    '%%time',
    '!pip install a \\\n  "b[c]" --d',
    'files = !ls *.py',
    'a = %timeit -o b(',
    '?a.b',
    'a.b??',
    'if a:\n    !ls {a}\nelse:\n    %cd b',
  ])('%j do not break the parse', async (magic) => {
    const facts = await factsOf(notebook([`${magic}\n${PYTHON}`]));
    expect(namesOf(facts)).toMatch(/^(?:Const \w+, )?Func f$/);
    expect(facts.errors).toBe(0);
  });

  it('are no operators or lines of strings', async () => {
    const code = `a = ("%s"\n     % b)\nc = (d\n     %e)\nf = """\n%s g"""\nif h \\\n  != i: pass\n${PYTHON}`;
    const facts = await factsOf(notebook([code]));
    expect(namesOf(facts)).toContain('Func f');
    expect(facts.errors).toBe(0);
  });

  it('belong to the body that they end', async () => {
    for (const magic of ['!ls', '%cd b  ', 'a?', '!ls \\\n -l'])
      expect(await skeletonOf(notebook([`def f():\n    a = 1\n    ${magic}\n`]))).toEqual([
        'def f():\n    ...  # 2 lines\n',
      ]);
  });

  it('put a cell in another language, or in none', async () => {
    const facts = await factsOf(notebook(['%%bash\nf() {\n  a\n}\n', '%%writefile a.txt\ndef g(:\n']));
    expect(namesOf(facts)).toBe('Func f');
    expect(facts.errors).toBe(0);
  });
});

it('reads a thousand cells', async () => {
  const { symbols, errors } = await factsOf(notebook(Array.from({ length: 1_000 }, () => 'def f(): a')));
  expect(symbols.filter(({ kind }) => kind === 'Func')).toHaveLength(1_000);
  expect(errors).toBe(0);
});

it('reads magics in linear time', async () => {
  const piece = `${' '.repeat(900)}a ${' '.repeat(900)}=${' '.repeat(100)}?b\n`;
  await factsOf(notebook([piece.repeat(100), `${'!\\\n'.repeat(10_000)}`, '%a '.repeat(600)]));
});

it('counts what is not JSON', async () => {
  const text = notebook([PYTHON]);
  for (const broken of [text.slice(0, -3), text.replace('],', ']'), text.replace('\\n', '\n')])
    expect((await factsOf(broken)).errors).toBeGreaterThan(0);
  expect((await factsOf(text)).errors).toBe(0);
});

it('says in which line of the file a cell has lost a declaration', async () => {
  const text = notebook(
    ['a = 1\n', ['x = <<~SQL\n', '  select 1\n', '\n', 'def last\n', '  1\n', 'end\n']],
    kernel('ruby'),
  );
  const line = text.split('\n').findIndex((each) => each.includes('def last')) + 1;
  expect(await reader.factsOf(text, 'jupyter')).toEqual({ kind: 'none', reason: { kind: 'lossy', line } });
});
