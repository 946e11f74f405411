import { describe, expect, it } from 'vitest';
import type { MaskEntry, MaskLevel } from './mask';
import { sliceOf } from '../../../tests/arbitraries/slices';
import { testFactsReader } from '../../../tests/languages/wasmFiles';
import type { CustomSlice } from '../slices/customSlice';
import { splitLines } from '../slices/lineIndex';
import { resolveSlices } from '../slices/resolveSlices';
import type { DescribedFile, DescribedView } from './described';
import { renderCustom } from './modes/custom';
import { renderMasked } from './modes/masked';
import { renderOutline } from './modes/outline';
import { renderSkeleton } from './modes/skeleton';
import { renderRichSummary } from './richSummary';
import { renderSummary } from './summary';
import { renderDefinitions, renderSignatures } from './symbolsOnly';

const reader = testFactsReader();

async function file(text: string, language = 'python', name = 'a.py'): Promise<DescribedFile> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'none')
    return { name, languageName: language, text, facts: undefined, reason: outcome.reason };
  return { name, languageName: language, text, facts: outcome.facts };
}

function custom(source: DescribedFile, slices: readonly CustomSlice[]): DescribedView {
  const placesOf = () => resolveSlices({ lines: splitLines(source.text) }, slices);
  return renderCustom({ ...source, placesOf }, slices);
}

const STATEMENTS = Array.from({ length: 20 }, (_, index) => `    value${index} = ${index}\n`).join('');

const SKEL = `import os

@cached(options={"a": 1})
async def f(a: int) -> str:
    """Says f. More."""
${STATEMENTS}
class Store:
    """Holds."""

    def get(self, key):
        return self.data[key]

    def put(self, key, value):
        self.data[key] = value
        return value
`;

describe('skeleton', () => {
  it('keeps import, decorator, signature, docstring and class line, and drops the bodies with their counts', async () => {
    const { text, gaps, notes } = renderSkeleton(await file(SKEL));
    expect(text).toBe(`import os

@cached(options={"a": 1})
async def f(a: int) -> str:
    """Says f. More."""
    ...  # 20 lines

class Store:
    """Holds."""

    def get(self, key):
        ...  # 1 line

    def put(self, key, value):
        ...  # 2 lines
`);
    expect(gaps).toEqual([
      { startLine: 6, endLine: 25 },
      { startLine: 31, endLine: 31 },
      { startLine: 34, endLine: 35 },
    ]);
    expect(notes).toEqual([]);
  });

  it('keeps exactly the bodies that are marked', async () => {
    const marked = SKEL.replace(
      '        return self.data[key]',
      '        # [HOT]\n        return self.data[key]',
    ).replace('    def put', '    @core_logic\n    def put');
    const { text } = renderSkeleton(await file(marked));
    expect(text).toContain('        # [HOT]\n        return self.data[key]');
    expect(text).toContain('        self.data[key] = value\n        return value');
    expect(text).not.toContain('value7');
    expect(text.match(/\.\.\./g)).toHaveLength(1);
  });

  it.each([
    ['  {\n    foo();\n    bar();\n  }', 4],
    [' {\n    foo();\n    bar();\n  }', 4],
    ['  { // both\n    foo();\n  }', 4],
    ['  { foo(); }', 3],
    ['  {\n  }', 2],
    ['  {}', 2],
  ])('counts no brace of a constructor whose initializers go with its body: %j', async (body, count) => {
    const space = body.startsWith('  ') ? '\n' : '';
    const source = await file(`struct A {\n  A(int x)\n    : a(x),\n      b(x)${space}${body}\n};\n`, 'cpp');
    expect(renderSkeleton(source).text).toBe(`struct A {\n  A(int x)\n    { /* ${count} lines */ }\n};\n`);
  });

  it('takes no mark from a string', async () => {
    const { text } = renderSkeleton(await file('def f():\n    x = "[HOT]"\n    return x\n'));
    expect(text).toBe('def f():\n    ...  # 2 lines\n');
  });

  it('without a grammar is the summary, and says so', async () => {
    const view = renderSkeleton(await file('one\ntwo\n', 'unheard', 'a.xyz'));
    expect(view.warnings).toEqual(['no grammar for .xyz']);
    expect(view.notice).toEqual({ kind: 'fallback', reason: 'no grammar for .xyz' });
    expect(view.text).toBe('unheard, 2 lines\n\none\ntwo\n');
  });

  it('of data is the outline', async () => {
    const json = await file('{"a": {"b": 1}}', 'json', 'a.json');
    expect(renderSkeleton(json)).toEqual(renderOutline(json));
  });
});

describe('outline', () => {
  it('has a line an element, nested by two spaces', async () => {
    expect(renderOutline(await file(SKEL)).text).toBe(
      '[Func] f (Lines 3-25)\n[Class] Store (Lines 27-35)\n  [Method] get (Lines 30-31)\n  [Method] put (Lines 33-35)\n',
    );
  });
});

describe('masked', () => {
  const item = (...mask: readonly (readonly [string, MaskLevel])[]): readonly MaskEntry[] =>
    mask.map(([symbol, level]) => ({ symbol, level }));

  it('shows definitions, signatures, nothing, and what is not there', async () => {
    const text = `${SKEL}
    def drop(self, key):
        del self.data[key]
`;
    const view = renderMasked(
      await file(text),
      item(['Store.get', 'def'], ['Store.put', 'sig'], ['Store.drop', 'hide'], ['Store.nope', 'def']),
    );
    expect(view.text).toBe(
      '    def get(self, key):\n        return self.data[key]\n\n    def put(self, key, value):\n\n(symbol not found: Store.nope)\n',
    );
    expect(view.warnings).toEqual(['symbol not found: Store.nope']);
  });

  it('counts all lines of a signature as shown, and decorators as left out', async () => {
    const text = '@cached\ndef f(\n    a,\n):\n    return a\n';
    const gaps = [
      { startLine: 1, endLine: 1 },
      { startLine: 5, endLine: 5 },
    ];
    expect(renderMasked(await file(text), item(['f', 'sig'])).gaps).toEqual(gaps);
    expect(renderSignatures(await file(text)).gaps).toEqual(gaps);
  });

  it('counts the comment before a definition as shown', async () => {
    const source = await file('let a = 1;\n/** Says f. */\nfunction f() {}\n', 'javascript', 'a.js');
    const gaps = [{ startLine: 1, endLine: 1 }];
    expect(renderMasked(source, item(['f', 'def'])).gaps).toEqual(gaps);
    expect(renderDefinitions(source).gaps).toEqual(gaps);
  });

  it('finds overloads by their number, in the order of the mask', async () => {
    const text = 'class A:\n    def f(self): return 1\n    def f(self, a): return 2\n';
    const view = renderMasked(await file(text), item(['A.f#2', 'def'], ['A.f', 'sig']));
    expect(view.text).toBe('    def f(self, a): return 2\n\n    def f(self):\n');
  });

  it('shows no symbol over and over again, and says so', async () => {
    const text = `def f():\n    return '${'x'.repeat(1_000_000)}'\n\ndef g(): pass\n`;
    const view = renderMasked(await file(text), [
      ...item(...Array.from({ length: 1_000 }, () => ['f', 'def'] as const)),
      ...item(['g', 'def']),
    ]);
    const shown = view.text.match(/^def f/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(1);
    expect(view.text.length).toBeLessThan(40_000_000);
    expect(view.warnings).toHaveLength(1_000 - shown);
    expect(view.warnings.at(-1)).toBe('symbol not shown, for it makes the view too long: f');
    expect(view.text.match(/^\(symbol not shown, for it makes the view too long: f\)$/gm)).toHaveLength(
      1_000 - shown,
    );
    expect(view.text).toMatch(/\ndef g\(\): pass\n$/);
  });

  it('keeps a name that is not there on one line', async () => {
    expect(renderMasked(await file(SKEL), item(['a\n## Files', 'sig'])).text).toBe(
      '(symbol not found: a ## Files)\n',
    );
  });

  it('without entries is the summary', async () => {
    expect(renderMasked(await file(SKEL), [])).toEqual(renderSummary(await file(SKEL)));
  });
});

describe('custom', () => {
  const lines = (view: DescribedView): string => view.text;

  it('shows the slices and nothing else', async () => {
    const source = await file('one\ntwo\nthree\nfour\nfive\n', 'unheard');
    const slices = [sliceOf(3, 4, { tag: 'core', comment: 'why' })];
    const view = custom(source, slices);
    expect(lines(view)).toBe('---\n[Slice: core] (why)\nLines 3-4:\nthree\nfour\n');
    expect(view.gaps).toEqual([
      { startLine: 1, endLine: 2 },
      { startLine: 5, endLine: 5 },
    ]);
  });

  it('keeps tag and comment on one line', async () => {
    const source = await file('one\ntwo', 'unheard');
    const slice = { ...sliceOf(2, 2), tag: 'a\r\n---', comment: ' b\n\n[Slice: c]\u2028\u0085\u202e' };
    expect(lines(custom(source, [slice]))).toBe(
      '---\n[Slice: a ---] (b [Slice: c] \\u0085\\u202e)\nLines 2-2:\ntwo\n',
    );
  });

  it('without tag and comment, several, and one that is lost', async () => {
    const source = await file('one\ntwo', 'unheard');
    const slices = [sliceOf(2, 2), sliceOf(9, 10)];
    expect(lines(custom(source, slices))).toBe(
      '---\n[Slice]\nLines 2-2:\ntwo\n\n---\n[Slice]\nLines 9-10:\n(slice out of range)\n',
    );
  });

  it('shows no lines over and over again, and says so', async () => {
    const source = await file(`${'x'.repeat(450_000)}\nlast\n`, 'unheard');
    const whole = Array.from({ length: 2_000 }, () => sliceOf(1, 1, { totalLines: 2 }));
    const view = custom(source, [...whole, sliceOf(2, 2)]);
    const shown = view.text.match(/^x/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(1);
    expect(view.text.length).toBeLessThan(40_000_000);
    expect(view.text.match(/^\(slice not shown: it makes the view too long\)$/gm)).toHaveLength(
      2_000 - shown,
    );
    expect(view.warnings).toContain('Slice 2000 is not shown: it makes the view too long');
    expect(view.warnings).not.toContain('Slice 2001 is not shown: it makes the view too long');
    expect(view.text).toMatch(/Lines 2-2:\nlast\n$/);
  });

  it('shows lines that do not overlap, however long they are', async () => {
    const source = await file(`${'x'.repeat(40_000_000)}\nlast\n`, 'unheard');
    const view = custom(source, [sliceOf(1, 1), sliceOf(2, 2)]);
    expect(view.text.length).toBeGreaterThan(40_000_000);
    expect(view.gaps).toEqual([]);
  });

  it('shows lines again also of a file that is longer than what may be shown again', async () => {
    const source = await file(`${'x'.repeat(40_000_000)}\nlast\n`, 'unheard');
    const view = custom(source, [sliceOf(1, 2), sliceOf(2, 2)]);
    expect(view.text.endsWith('\n\n---\n[Slice]\nLines 2-2:\nlast\n')).toBe(true);
  });

  it('says nothing of where a slice is that it does not show', async () => {
    const source = await file(`${'x'.repeat(40_000_000)}\nlast\n`, 'unheard');
    const { notes, warnings } = custom(source, [sliceOf(2, 2), sliceOf(1, 1), sliceOf(1, 1), sliceOf(7, 7)]);
    expect(notes).toEqual([
      'Slice 1 has nothing to be found again by: shown is line 2',
      'Slice 2 has nothing to be found again by: shown is line 1',
      'Slice 4 is out of range: there is no line 7 any more',
    ]);
    expect(warnings).toEqual(['Slice 3 is not shown: it makes the view too long']);
  });

  it('without slices is the summary', async () => {
    expect(custom(await file(SKEL), [])).toEqual(renderSummary(await file(SKEL)));
  });
});

describe('signatures and definitions', () => {
  it('signatures: no import, no decorator, no docstring, no body', async () => {
    expect(renderSignatures(await file(SKEL)).text).toBe(
      'async def f(a: int) -> str:\nclass Store:\n  def get(self, key):\n  def put(self, key, value):\n',
    );
  });

  it('definitions: whole, without imports', async () => {
    const { text } = renderDefinitions(await file(SKEL));
    expect(text).toContain('@cached(options={"a": 1})\nasync def f');
    expect(text).toContain('value19 = 19');
    expect(text).not.toContain('import os');
  });
});

describe('summary', () => {
  it('of code', async () => {
    expect(renderSummary(await file(SKEL)).text).toBe(`python, 35 lines
Imports: os

- async def f(a: int) -> str: (Says f.)
- class Store: (Holds.)
  - def get(self, key):
  - def put(self, key, value):
`);
  });

  it('is followed by the outline where it is to be rich, if there is one', async () => {
    const source = await file(SKEL);
    const summary = renderSummary(source).text;
    const rich = renderRichSummary(source).text;
    expect(rich).toBe(`${summary}\n${renderOutline(source).text}`);
    const plain = await file('nothing to outline\n', 'text', 'a.xyz');
    expect(renderRichSummary(plain)).toEqual(renderSummary(plain));
  });

  it('of prose', async () => {
    const text = '# One\n\nFirst here. Second.\n\n## Two\n\n```\n# not\n```\n';
    expect(renderSummary(await file(text, 'markdown', 'a.md')).text).toBe(
      'markdown, 9 lines\n\n- One: First here.\n  - Two\n',
    );
  });

  it('of configuration, and never a secret', async () => {
    const text =
      '{"name": "x", "port": 80, "on": true, "apiKey": "hunter2", "db": {"password": "p", "url": "x://u:p@h"}}';
    const summary = renderSummary(await file(text, 'json', 'a.json')).text;
    expect(summary).toBe(
      'json, 1 line\n\n- name: text "x"\n- port: number 80\n- on: boolean true\n- apiKey: •••\n- db\n  - password: •••\n  - url: text •••\n',
    );
  });
});
