import { beforeAll, describe, expect, it } from 'vitest';
import { Language, Parser, type Tree } from 'web-tree-sitter';
import type { GrammarId } from '../../src/core/languages/grammarIds';
import { languageRules } from '../../src/core/languages/registry';
import { goldens } from '../../tests/languages/goldens';
import { wasmFiles } from '../../tests/languages/wasmFiles';
import { GRAMMAR_URLS } from './grammars';
import { visitNodes } from './treeNodes';

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
  // Cut off, a text has errors and missing tokens.
  return [...texts, ...texts.map((text) => text.slice(0, text.length * 0.7)), '', '\n\n  ', ')]}" 🙂 <<<'];
}

type Row = readonly [depth: number, typeId: number, start: number, end: number, named: number];

function rowsOfCursor(tree: Tree): readonly Row[] {
  const rows: Row[] = [];
  const cursor = tree.walk();
  for (let depth = 0; ;) {
    const { nodeTypeId, startIndex, endIndex, currentNode } = cursor;
    rows.push([depth, nodeTypeId, startIndex, endIndex, currentNode.namedChildCount]);
    if (cursor.gotoFirstChild()) {
      depth += 1;
      continue;
    }
    while (depth > 0 && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      depth -= 1;
    }
    if (depth === 0) break;
  }
  cursor.delete();
  return rows;
}

function rowsOfMemory(tree: Tree): readonly Row[] {
  const rows: Row[] = [];
  let depth = 0;
  visitNodes(tree, wasmMemory.buffer, {
    enter(typeId, start, end, named) {
      rows.push([depth, typeId, start, end, named]);
      depth += 1;
      return true;
    },
    leave() {
      depth -= 1;
    },
  });
  return rows;
}

describe.each(GRAMMARS)('%s', (grammar) => {
  it('gives the nodes that a cursor gives', async () => {
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

it('visits 100,000 levels, and skips what it is told to', async () => {
  const parser = new Parser().setLanguage(await Language.load(await wasmFiles.grammar('javascript')));
  const tree = parser.parse('['.repeat(100_000) + ']'.repeat(100_000));
  if (tree === null) throw new Error('no tree');
  let deepest = 0;
  let depth = 0;
  let visits = 0;
  visitNodes(tree, wasmMemory.buffer, {
    enter() {
      deepest = Math.max(deepest, (depth += 1));
      return true;
    },
    leave: () => (depth -= 1),
  });
  expect(deepest).toBeGreaterThan(100_000);
  expect(depth).toBe(0);
  visitNodes(tree, wasmMemory.buffer, {
    enter() {
      visits += 1;
      return false;
    },
    leave: () => expect.unreachable('the root was not entered'),
  });
  expect(visits).toBe(1);
  tree.delete();
});
