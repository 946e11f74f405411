/**
 * Reads a syntax tree from the parser's memory. A cursor calls into WebAssembly for each node, so visiting all of them
 * takes as long as parsing; reading the memory takes a tenth of that. The layout is that of `lib/subtree.h`, `lib/tree.c`
 * and `lib/parser.h` in the pinned web-tree-sitter, with 32-bit pointers. A test compares all nodes with a cursor's.
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
/** Bytes of a UTF-16 unit, in which the parser counts. */
const UNIT = 2;

/** Fields per open node: its address, its last sibling's address, its end, its parent's aliases, and the next alias. */
const LEVEL = 5;

/** See `SyntaxTree.visit`. `buffer` is the parser's memory after the parse; each growth replaces it. */
export function visitNodes(
  tree: Tree,
  buffer: ArrayBuffer,
  ...[wanted, visit]: Parameters<SyntaxTree['visit']>
): void {
  const words = new Uint32Array(buffer);
  const halves = new Uint16Array(buffer);
  const word = (address: number): number => words[address >>> 2] ?? 0;
  const half = (address: number): number => halves[address >>> 1] ?? 0;

  // The address that every method of a tree passes to the parser.
  const { 0: root } = tree as unknown as { readonly 0: number };
  const language = word(root + TREE_LANGUAGE);
  const publicTypes = word(language + LANGUAGE.publicTypes);
  const aliasTable = word(language + LANGUAGE.aliases);
  const aliasesPerProduction = half(language + LANGUAGE.aliasesPerProduction);

  /** Numbers of each level; see LEVEL. */
  let levels = new Uint32Array(256 * LEVEL);
  let depth = 0;
  let at = root;
  let last = root;
  let position = 0;
  let aliases = 0;
  let structural = 0;
  let first = true;

  for (;;) {
    const head = word(at);
    const inline = (head & INLINE) !== 0;
    // A small leaf packs its type, padding, and size into the same eight bytes.
    const rest = inline ? word(at + 4) : 0;
    const padding = inline ? (rest >>> 16) & 0xff : word(head + NODE.padding);
    const size = inline ? rest >>> 24 : word(head + NODE.size);
    const bits = inline ? head >>> 1 : half(head + NODE.bits);
    let alias = 0;
    if ((bits & BITS.extra) === 0 && !first) {
      if (aliases !== 0) alias = half(aliases + structural * 2);
      structural += 1;
    }
    first = false;
    const start = position + padding;
    position = start + size;
    if (alias !== 0 || (bits & BITS.visible) !== 0) {
      const type = alias !== 0 ? alias : inline ? (head >>> 8) & 0xff : half(head + NODE.type);
      const shown = type >= FIRST_BUILT_IN ? type : half(publicTypes + type * 2);
      if ((wanted[shown] ?? 0) !== 0) visit(shown, start / UNIT, position / UNIT);
    }
    const children = inline ? 0 : word(head + NODE.children);
    if (children > 0) {
      const base = depth * LEVEL;
      if (base + LEVEL > levels.length) {
        const longer = new Uint32Array(levels.length * 2);
        longer.set(levels);
        levels = longer;
      }
      levels[base] = at;
      levels[base + 1] = last;
      levels[base + 2] = position;
      levels[base + 3] = aliases;
      levels[base + 4] = structural;
      depth += 1;
      const production = half(head + NODE.production);
      aliases = production === 0 ? 0 : aliasTable + production * aliasesPerProduction * 2;
      structural = 0;
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
      at = levels[base] ?? 0;
      last = levels[base + 1] ?? 0;
      position = levels[base + 2] ?? 0;
      aliases = levels[base + 3] ?? 0;
      structural = levels[base + 4] ?? 0;
    }
    at += CHILD;
  }
}
