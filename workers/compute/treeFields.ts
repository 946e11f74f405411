/** Finds the child in a field of a node in the parser's memory: `ts_node_child_by_field_id` of `lib/node.c`. */
import { BITS, CHILD, FIELD, INLINE, NODE, type ParserMemory, type ProductionTables } from './treeLayout';

/** Bits of an entry in a production's list of fields. The field is in the lower half, the child's index comes next. */
const INHERITED = 1 << 24;

/** Returns how to find the node in a field of the node at an address; 0 if there is none. */
export function fieldFinder(
  { aliases: aliasTable, aliasBytes, hasFields, fieldSlices, fieldEntries }: ProductionTables,
  { word, half }: ParserMemory,
): (node: number, field: number) => number {
  const isInline = (node: number): boolean => (word(node) & INLINE) !== 0;
  const countChildren = (node: number): number => (isInline(node) ? 0 : word(word(node) + NODE.children));
  const countVisible = (node: number): number =>
    countChildren(node) === 0 ? 0 : word(word(node) + NODE.visibleChildren);
  const bitsOf = (node: number): number => (isInline(node) ? word(node) >> 1 : half(word(node) + NODE.bits));

  /** The address of the aliases of a node's children; 0 if they have none. */
  function aliasesIn(node: number): number {
    const production = half(word(node) + NODE.production);
    return production === 0 ? 0 : aliasTable + production * aliasBytes;
  }

  /** `index` is the one without extras. */
  function isVisible(child: number, aliases: number, index: number): boolean {
    const bits = bitsOf(child);
    if ((bits & BITS.visible) !== 0) return true;
    return (bits & BITS.extra) === 0 && aliases !== 0 && half(aliases + index * 2) !== 0;
  }

  function firstVisible(hidden: number): number {
    const count = countChildren(hidden);
    const first = word(hidden) - count * CHILD;
    const aliases = aliasesIn(hidden);
    let index = 0;
    for (let child = first; child < first + count * CHILD; child += CHILD) {
      if (isVisible(child, aliases, index)) return child;
      if (countVisible(child) > 0) return firstVisible(child);
      if ((bitsOf(child) & BITS.extra) === 0) index += 1;
    }
    return 0;
  }

  return function find(node, field): number {
    if (!hasFields || field === 0 || countVisible(node) === 0) return 0;
    const slice = word(fieldSlices + half(word(node) + NODE.production) * 4);
    let entry = fieldEntries + (slice & 0xffff) * FIELD;
    const end = entry + (slice >>> 16) * FIELD;
    const isOther = (): boolean => entry === end || half(entry) !== field;
    // The entries are in the order of their fields.
    while (entry < end && half(entry) < field) entry += FIELD;
    if (isOther()) return 0;

    const count = countChildren(node);
    const first = word(node) - count * CHILD;
    const aliases = aliasesIn(node);
    let index = -1;
    for (let child = first; child < first + count * CHILD; child += CHILD) {
      if ((bitsOf(child) & BITS.extra) !== 0) continue;
      index += 1;
      const packed = word(entry);
      if (index < ((packed >> 16) & 0xff)) continue;
      if ((packed & INHERITED) !== 0) {
        const found = find(child, field);
        if (found !== 0) return found;
      } else if (isVisible(child, aliases, index)) return child;
      else if (countVisible(child) > 0) return firstVisible(child);
      entry += FIELD;
      if (isOther()) return 0;
    }
    return 0;
  };
}
