/**
 * Reads the nodes of a syntax tree from the parser's memory. A cursor calls into WebAssembly for each node, so visiting
 * all of them takes as long as parsing; reading the memory takes a twentieth of that. Facts don't depend on its layout:
 * each grammar's first tree is read in both ways, and if they differ, only the cursor is used.
 */
import type { Node, Tree } from 'web-tree-sitter';
import { createNodeTable, NodeFlag, type NodeTable } from '../../src/core/languages/nodeTable';
import { fieldFinder } from './treeFields';
import { BITS, CHILD, FIELD, INLINE, LANGUAGE, NODE, productionTables } from './treeLayout';

/** ERROR nodes have the same ids in every grammar. */
const FIRST_BUILT_IN = 65_534;
/** Offset of the language in a tree; the root is at offset 0. */
const TREE_LANGUAGE = 8;
/** Numbers kept per open node; see `readNodes`. */
const LEVEL = 9;

/** Returns how to read the trees of a grammar; `sample` is one of them. */
export function nodeReader(sample: Tree, memory: WebAssembly.Memory): (tree: Tree) => NodeTable {
  const walked = walkNodes(sample);
  const fields = [...sample.language.fields.keys()];
  return isSame(readNodes(sample, memory.buffer), walked, fields)
    ? (tree) => readNodes(tree, memory.buffer)
    : walkNodes;
}

function isSame(one: NodeTable, other: NodeTable, fields: readonly number[]): boolean {
  const columns = ['types', 'starts', 'ends', 'nexts', 'fields', 'flags', 'ids'] as const;
  return (
    columns.every((name) => one[name].join() === other[name].join()) &&
    one.ids.every((_, at) => fields.every((field) => one.idInField(at, field) === other.idInField(at, field)))
  );
}

/** Reads a tree with a cursor. */
export function walkNodes(tree: Tree): NodeTable {
  const walked: Node[] = [];
  const nodes = createNodeTable(
    tree.rootNode.descendantCount,
    (at, field) => walked[at]?.childForFieldId(field)?.id ?? 0,
  );
  const cursor = tree.walk();
  const open: number[] = [];
  try {
    for (let at = 0; ; at += 1) {
      nodes.types[at] = cursor.nodeTypeId;
      nodes.starts[at] = cursor.startIndex;
      nodes.ends[at] = cursor.endIndex;
      nodes.fields[at] = cursor.currentFieldId;
      const node = cursor.currentNode;
      walked[at] = node;
      nodes.ids[at] = node.id;
      nodes.flags[at] = (node.isMissing ? NodeFlag.missing : 0) | (node.hasError ? NodeFlag.error : 0);
      if (cursor.gotoFirstChild()) {
        open.push(at);
        continue;
      }
      nodes.nexts[at] = at + 1;
      while (!cursor.gotoNextSibling()) {
        const parent = open.pop();
        if (parent === undefined) return nodes;
        nodes.nexts[parent] = at + 1;
        cursor.gotoParent();
      }
    }
  } finally {
    cursor.delete();
  }
}

/** Reads a tree from `buffer`, the parser's memory after the parse; each growth replaces it. */
export function readNodes(tree: Tree, buffer: ArrayBuffer): NodeTable {
  // Addresses are below 2 GiB, the limit of the memory, so signed numbers hold them; unsigned ones take twice as long.
  const words = new Int32Array(buffer);
  const halves = new Uint16Array(buffer);
  const word = (address: number): number => words[address >> 2] as number; // In the memory.
  const half = (address: number): number => halves[address >> 1] as number; // In the memory.

  // The address that every method of a tree passes to the parser.
  const { 0: root } = tree as unknown as { readonly 0: number };
  const language = word(root + TREE_LANGUAGE);
  const publicTypes = word(language + LANGUAGE.publicTypes);
  const tables = productionTables(language, { word, half });
  const { aliases: aliasTable, aliasBytes, hasFields, fieldSlices, fieldEntries } = tables;

  const top = word(root);
  const isLeaf = (top & INLINE) !== 0 || word(top + NODE.children) === 0;
  const findField = fieldFinder(tables, { word, half });
  const nodes = createNodeTable(isLeaf ? 1 : word(top + NODE.descendants) + 1, (at, field) =>
    findField(nodes.ids[at] ?? 0, field),
  );
  const { types, starts, ends, nexts, fields, flags, ids } = nodes;
  let count = 0;

  let levels = new Int32Array(64 * LEVEL);
  let depth = 0;
  /** The child, the last one of its parent, and the end of the one before. */
  let at = root;
  let last = root;
  let position = 0;
  /** The parent's index, or -1 if it is hidden, and the field of a hidden parent. */
  let parent = -1;
  let outerField = 0;
  /** The index among the children without extras; the parent's aliases and fields are by this index. */
  let structure = 0;
  let aliases = 0;
  let fieldStart = 0;
  let fieldEnd = 0;

  for (;;) {
    const head = word(at);
    let padding: number;
    let size: number;
    let bits: number;
    let type: number;
    let children = 0;
    let flag = 0;
    if ((head & INLINE) !== 0) {
      // A small leaf packs its type, padding, and size into the same eight bytes.
      const rest = word(at + 4);
      padding = (rest >> 16) & 0xff;
      size = rest >>> 24;
      bits = head >> 1;
      type = (head >> 8) & 0xff;
      if ((bits & BITS.missingInline) !== 0) flag = NodeFlag.missing | NodeFlag.error;
    } else {
      padding = word(head + NODE.padding);
      size = word(head + NODE.size);
      bits = half(head + NODE.bits);
      type = half(head + NODE.type);
      children = word(head + NODE.children);
      if ((bits & BITS.missing) !== 0) flag = NodeFlag.missing | NodeFlag.error;
      else if (word(head + NODE.errorCost) !== 0) flag = NodeFlag.error;
    }
    const start = position + padding;
    position = start + size;
    let visible = bits & BITS.visible;
    let field = 0;
    if ((bits & BITS.extra) === 0) {
      const alias = aliases === 0 ? 0 : half(aliases + structure * 2);
      if (alias !== 0) {
        type = alias;
        visible = 1;
      }
      for (let entry = fieldStart; entry < fieldEnd; entry += FIELD) {
        const packed = word(entry);
        // Not inherited, so the upper half is just the index.
        if (packed >>> 16 === structure) {
          field = packed & 0xffff;
          break;
        }
      }
      if (field === 0) field = outerField;
      structure += 1;
    }
    const index = visible === 0 ? -1 : count;
    if (visible !== 0) {
      types[count] = type >= FIRST_BUILT_IN ? type : half(publicTypes + type * 2);
      starts[count] = start >> 1;
      ends[count] = position >> 1;
      nexts[count] = count + 1;
      fields[count] = field;
      flags[count] = flag;
      ids[count] = at;
      count += 1;
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
      levels[base + 3] = parent;
      levels[base + 4] = outerField;
      levels[base + 5] = structure;
      levels[base + 6] = aliases;
      levels[base + 7] = fieldStart;
      levels[base + 8] = fieldEnd;
      depth += 1;
      at = head - children * CHILD;
      last = head - CHILD;
      // A node's padding is that of its first child, which will add it again.
      position = start - padding;
      parent = index;
      outerField = visible === 0 ? field : 0;
      structure = 0;
      const production = half(head + NODE.production);
      aliases = production === 0 ? 0 : aliasTable + production * aliasBytes;
      fieldStart = 0;
      fieldEnd = 0;
      if (hasFields && production !== 0) {
        const slice = word(fieldSlices + production * 4);
        fieldStart = fieldEntries + (slice & 0xffff) * FIELD;
        fieldEnd = fieldStart + (slice >>> 16) * FIELD;
      }
      continue;
    }
    while (at === last) {
      if (parent >= 0) nexts[parent] = count;
      if (depth === 0) return nodes;
      depth -= 1;
      const base = depth * LEVEL;
      at = levels[base] as number; // In bounds, as all of these.
      last = levels[base + 1] as number;
      position = levels[base + 2] as number;
      parent = levels[base + 3] as number;
      outerField = levels[base + 4] as number;
      structure = levels[base + 5] as number;
      aliases = levels[base + 6] as number;
      fieldStart = levels[base + 7] as number;
      fieldEnd = levels[base + 8] as number;
    }
    at += CHILD;
  }
}
