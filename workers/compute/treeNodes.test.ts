import { beforeAll, describe, expect, it } from 'vitest';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { GrammarId } from '../../src/core/languages/grammarIds';
import { languageRules } from '../../src/core/languages/registry';
import { goldens } from '../../tests/languages/goldens';
import { wasmFiles } from '../../tests/languages/wasmFiles';
import { GRAMMAR_URLS } from './grammars';
import { nodeVisitor, visitByCursor, visitNodes } from './treeNodes';

const GRAMMARS = Object.keys(GRAMMAR_URLS) as readonly GrammarId[]; // The record has exactly these keys.

const wasmMemory = new WebAssembly.Memory({ initial: 512, maximum: 32_768 });
const ALL = new Uint8Array(65_536).fill(1);

beforeAll(async () => {
  await Parser.init({ wasmBinary: await wasmFiles.runtime(), wasmMemory });
});

function samplesOf(grammar: GrammarId): readonly string[] {
  const texts = goldens().flatMap(({ language, text }) => {
    const rules = languageRules(language);
    return rules?.kind === 'grammar' && rules.grammar === grammar ? [text] : [];
  });
  // A truncated text has errors and missing tokens.
  return [...texts, ...texts.map((text) => text.slice(0, text.length * 0.7)), '', '\n\n  ', ')]}" 🙂 <<<'];
}

type Row = readonly [typeId: number, start: number, end: number];

function rowsOfCursor(tree: Tree): readonly Row[] {
  const rows: Row[] = [];
  visitByCursor(tree, ALL, (...row) => rows.push(row));
  return rows;
}

function rowsOfMemory(tree: Tree, wanted = ALL): readonly Row[] {
  const rows: Row[] = [];
  visitNodes(tree, wasmMemory.buffer, wanted, (...row) => rows.push(row));
  return rows;
}

describe.each(GRAMMARS)('%s', (grammar) => {
  it('visits the same nodes as a cursor', async () => {
    const language = await Language.load(await wasmFiles.grammar(grammar));
    const parser = new Parser().setLanguage(language);
    for (const text of samplesOf(grammar)) {
      const tree = parser.parse(text);
      if (tree === null) throw new Error('no tree');
      expect(rowsOfMemory(tree)).toEqual(rowsOfCursor(tree));
      tree.delete();
    }
    parser.delete();
  });
});

it('visits 100,000 levels, and only nodes of the requested types', async () => {
  const language = await Language.load(await wasmFiles.grammar('javascript'));
  const parser = new Parser().setLanguage(language);
  const tree = parser.parse(`${'['.repeat(100_000)}a${']'.repeat(100_000)}`);
  if (tree === null) throw new Error('no tree');
  expect(rowsOfMemory(tree).length).toBeGreaterThan(300_000);
  const names = Uint8Array.from(language.types, (type) => (type === 'identifier' ? 1 : 0));
  expect(rowsOfMemory(tree, names).map(([, ...place]) => place)).toEqual([[100_000, 100_001]]);
  tree.delete();
});

it('uses a cursor if the memory does not hold what a cursor finds', async () => {
  const language = await Language.load(await wasmFiles.grammar('javascript'));
  const parser = new Parser().setLanguage(language);
  const tree = parser.parse('a(b)');
  if (tree === null) throw new Error('no tree');
  for (const memory of [wasmMemory, new WebAssembly.Memory({ initial: 512 })]) {
    const rows: Row[] = [];
    nodeVisitor(tree, memory)(tree)(ALL, (...row) => rows.push(row));
    expect(rows.map(([type]) => language.types[type])).toEqual([
      'program',
      'expression_statement',
      'call_expression',
      'identifier',
      'arguments',
      '(',
      'identifier',
      ')',
    ]);
  }
  tree.delete();
  parser.delete();
});
