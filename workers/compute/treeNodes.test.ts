import { beforeAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import type { GrammarId } from '../../src/core/languages/grammarIds';
import { treeReader } from '../../src/core/languages/nodeTable';
import { languageRules } from '../../src/core/languages/registry';
import type { SyntaxCursor, SyntaxNode } from '../../src/core/languages/syntax';
import { goldens } from '../../tests/languages/goldens';
import { wasmFiles } from '../../tests/languages/wasmFiles';
import { GRAMMAR_URLS } from './grammars';
import { nodeReader, readNodes, walkNodes } from './treeNodes';

const GRAMMARS = Object.keys(GRAMMAR_URLS) as readonly GrammarId[]; // The record has exactly these keys.

const wasmMemory = new WebAssembly.Memory({ initial: 512, maximum: 32_768 });

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

describe.each(GRAMMARS)('%s', (grammar) => {
  it('reads the same nodes as a cursor', async () => {
    const language = await Language.load(await wasmFiles.grammar(grammar));
    const parser = new Parser().setLanguage(language);
    for (const text of samplesOf(grammar)) {
      const tree = parser.parse(text);
      if (tree === null) throw new Error('no tree');
      expect({ ...readNodes(tree, wasmMemory.buffer), idInField }).toEqual({ ...walkNodes(tree), idInField });
      tree.delete();
    }
    parser.delete();
  });

  it('finds the same children of nodes as the parser', async () => {
    const language = await Language.load(await wasmFiles.grammar(grammar));
    const parser = new Parser().setLanguage(language);
    const readTable = treeReader(language);
    for (const text of samplesOf(grammar)) {
      const tree = parser.parse(text.slice(0, 3_000));
      if (tree === null) throw new Error('no tree');
      const read = readTable(readNodes(tree, wasmMemory.buffer)).cursor;
      const walked = tree.walk();
      expect(everyNode(read, language).join('\n')).toBe(everyNode(walked, language).join('\n'));
      walked.delete();
      tree.delete();
    }
    parser.delete();
  });
});

/** Both have their own. */
const idInField = 0;

function everyNode(cursor: SyntaxCursor, { fields }: Language): readonly string[] {
  const nodes: string[] = [];
  for (;;) {
    const node = cursor.currentNode;
    nodes.push(
      [
        node.type,
        node.isNamed,
        node.hasError,
        placeOf(node.firstChild),
        placeOf(node.lastChild),
        placeOf(node.firstNamedChild),
        node.children.map(placeOf),
        node.namedChildren.map(placeOf),
        cursor.currentFieldName ?? null,
        fields.map((field) => (field === null ? field : placeOf(node.childForFieldName(field)))),
      ].join('; '),
    );
    if (cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return nodes;
  }
}

function placeOf(node: SyntaxNode | null): string | undefined {
  return node === null ? undefined : `${node.type} ${node.startIndex} ${node.endIndex}`;
}

it('reads 100,000 levels', async () => {
  const language = await Language.load(await wasmFiles.grammar('javascript'));
  const parser = new Parser().setLanguage(language);
  const tree = parser.parse(`${'['.repeat(100_000)}a${']'.repeat(100_000)}`);
  if (tree === null) throw new Error('no tree');
  const { types, starts } = readNodes(tree, wasmMemory.buffer);
  expect(types.length).toBeGreaterThan(300_000);
  const names = [...types.keys()].filter((at) => language.types[types[at] ?? 0] === 'identifier');
  expect(names.map((at) => starts[at])).toEqual([100_000]);
  tree.delete();
  parser.delete();
});

it('uses a cursor if the memory does not hold what a cursor finds', async () => {
  const language = await Language.load(await wasmFiles.grammar('javascript'));
  const parser = new Parser().setLanguage(language);
  const tree = parser.parse('a(b)');
  if (tree === null) throw new Error('no tree');
  for (const memory of [wasmMemory, new WebAssembly.Memory({ initial: 512 })]) {
    const { types } = nodeReader(tree, memory)(tree);
    expect(Array.from(types, (type) => language.types[type])).toEqual([
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
