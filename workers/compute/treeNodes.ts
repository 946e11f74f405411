/**
 * Visits the nodes of a syntax tree in the parser's memory. A cursor calls into WebAssembly for each node, so visiting
 * all of them takes as long as parsing; reading the memory takes a twentieth of that. The layout is that of
 * `lib/subtree.h`, `lib/tree.c` and `lib/parser.h` in the pinned web-tree-sitter, with 32-bit pointers. Facts don't
 * depend on it: each grammar's first tree is visited in both ways, and if they differ, only the cursor is used.
 */
import type { Tree } from 'web-tree-sitter';
import type { SyntaxTree } from '../../src/core/languages/syntax';

/** Bytes of a child in its parent's list. */
const CHILD = 8;
/** Marks a small leaf, which is stored inline in its parent's list. Its other bits follow. */
const INLINE = 1;
/** Offsets in a separately stored node, and its bits. */
const NODE = { padding: 4, size: 16, children: 36, type: 40, bits: 44, production: 66 } as const;
const BITS = { visible: 1, extra: 4 } as const;
/** Offsets in a language. */
const LANGUAGE = { aliasesPerProduction: 36, publicTypes: 76, aliases: 84 } as const;
/** ERROR nodes have the same ids in every grammar. */
const FIRST_BUILT_IN = 65_534;
/** Offset of the language in a tree; the root is at offset 0. */
const TREE_LANGUAGE = 8;
/** Numbers kept per open node: its address, its last sibling's, its end, and the next child's alias. */
const LEVEL = 4;

/** Every type. */
const ALL = new Uint8Array(65_536).fill(1);

/** Returns how to visit the trees of a grammar; `sample` is one of them. */
export function nodeVisitor(sample: Tree, memory: WebAssembly.Memory): (tree: Tree) => SyntaxTree['visit'] {
  const read: number[] = [];
  const walked: number[] = [];
  visitNodes(sample, memory.buffer, ALL, (...node) => read.push(...node));
  visitByCursor(sample, ALL, (...node) => walked.push(...node));
  const isSame = read.length === walked.length && read.every((number, at) => number === walked[at]);
  return isSame
    ? (tree) => (wanted, visit) => visitNodes(tree, memory.buffer, wanted, visit)
    : (tree) => (wanted, visit) => visitByCursor(tree, wanted, visit);
}

/** See `SyntaxTree.visit`. */
export function visitByCursor(tree: Tree, ...[wanted, visit]: Parameters<SyntaxTree['visit']>): void {
  const cursor = tree.walk();
  try {
    for (;;) {
      const type = cursor.nodeTypeId;
      if (wanted[type]) visit(type, cursor.startIndex, cursor.endIndex);
      if (cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return;
    }
  } finally {
    cursor.delete();
  }
}

/** See `SyntaxTree.visit`. `buffer` is the parser's memory after the parse; each growth replaces it. */
export function visitNodes(
  tree: Tree,
  buffer: ArrayBuffer,
  ...[wanted, visit]: Parameters<SyntaxTree['visit']>
): void {
  // Addresses are below 2 GiB, the limit of the memory, so signed numbers hold them; unsigned ones take twice as long.
  const words = new Int32Array(buffer);
  const halves = new Uint16Array(buffer);
  const word = (address: number): number => words[address >> 2] as number; // In the memory.
  const half = (address: number): number => halves[address >> 1] as number; // In the memory.

  // The address that every method of a tree passes to the parser.
  const { 0: root } = tree as unknown as { readonly 0: number };
  const language = word(root + TREE_LANGUAGE);
  const publicTypes = word(language + LANGUAGE.publicTypes);
  const aliasTable = word(language + LANGUAGE.aliases);
  const aliasBytes = half(language + LANGUAGE.aliasesPerProduction) * 2;

  /** Numbers of each level; see LEVEL. */
  let levels = new Int32Array(256 * LEVEL);
  let depth = 0;
  let at = root;
  let last = root;
  let position = 0;
  let aliases = 0;

  for (;;) {
    const head = word(at);
    let padding: number;
    let size: number;
    let bits: number;
    let type: number;
    let children = 0;
    if ((head & INLINE) !== 0) {
      // A small leaf packs its type, padding, and size into the same eight bytes.
      const rest = word(at + 4);
      padding = (rest >> 16) & 0xff;
      size = rest >>> 24;
      bits = head >> 1;
      type = (head >> 8) & 0xff;
    } else {
      padding = word(head + NODE.padding);
      size = word(head + NODE.size);
      bits = half(head + NODE.bits);
      type = half(head + NODE.type);
      children = word(head + NODE.children);
    }
    const start = position + padding;
    position = start + size;
    let visible = bits & BITS.visible;
    if (aliases !== 0 && (bits & BITS.extra) === 0) {
      const alias = half(aliases);
      aliases += 2;
      if (alias !== 0) {
        type = alias;
        visible = 1;
      }
    }
    if (visible !== 0) {
      const shown = type >= FIRST_BUILT_IN ? type : half(publicTypes + type * 2);
      if (wanted[shown]) visit(shown, start >> 1, position >> 1);
    }
    if (children > 0) {
      const base = depth * LEVEL;
      if (base + LEVEL > levels.length) {
        const longer = new Int32Array(levels.length * 2);
        longer.set(levels);
        levels = longer;
      }
      levels[base] = at;
      levels[base + 1] = last;
      levels[base + 2] = position;
      levels[base + 3] = aliases;
      depth += 1;
      const production = half(head + NODE.production);
      aliases = production === 0 ? 0 : aliasTable + production * aliasBytes;
      at = head - children * CHILD;
      last = head - CHILD;
      // A node's padding is that of its first child, which will add it again.
      position = start - padding;
      continue;
    }
    while (at === last) {
      if (depth === 0) return;
      depth -= 1;
      const base = depth * LEVEL;
      at = levels[base] as number; // In bounds.
      last = levels[base + 1] as number;
      position = levels[base + 2] as number;
      aliases = levels[base + 3] as number;
    }
    at += CHILD;
  }
}
