import type { Block } from './block';
import { leadText } from './plan';
import type { SectionId } from './sections/registry';

/** The parts of a block that the map needs. The lead takes its lines and a blank line. */
export interface MappedBlock extends Pick<Block, 'key' | 'section' | 'lead'> {
  /** Lines of the body, at least 1. */
  readonly lines: number;
}

export interface Folds {
  /** Keys of folded blocks. */
  readonly blocks: ReadonlySet<string>;
  readonly sections: ReadonlySet<SectionId>;
}

export type FoldTarget =
  | { readonly kind: 'block'; readonly key: string }
  | { readonly kind: 'section'; readonly section: SectionId };

/** One row of the document on screen; `block` is an index. Without folds the rows are the document's lines. */
export type DocumentRow =
  | { readonly kind: 'lead'; readonly block: number; readonly text: string }
  | { readonly kind: 'line'; readonly block: number; readonly line: number }
  /** A line of a lead after its first, or of a separator. */
  | { readonly kind: 'between'; readonly block: number; readonly text: string }
  | { readonly kind: 'folded-block'; readonly block: number }
  /** `end`: one past the last block of the section. */
  | { readonly kind: 'folded-section'; readonly block: number; readonly end: number };

/** Maps the lines of a document to rows on the screen. */
export interface LineMap {
  readonly blocks: readonly MappedBlock[];
  readonly folds: Folds;
  /** Rows of the whole document. */
  readonly rows: number;
  /** First row of each block, followed by the total number of rows. */
  readonly starts: Float64Array;
  readonly indexOf: (key: string) => number | undefined;
}

export const NO_FOLDS: Folds = { blocks: new Set(), sections: new Set() };

const SEPARATOR_LINES = ['', '---', ''] as const;

/** Reuses what still holds of `before`, an earlier map of the document. */
export function buildLineMap(blocks: readonly MappedBlock[], folds: Folds, before?: LineMap): LineMap {
  const known = before !== undefined && haveSameKeys(blocks, before.blocks) ? before : undefined;
  const hasSameFolds = known?.folds === folds;
  const starts = new Float64Array(blocks.length + 1);
  let rows = 0;
  for (let index = 0; index < blocks.length; index += 1) {
    starts[index] = rows;
    const isKnown = known !== undefined && hasSameFolds && blocks[index] === known.blocks[index];
    rows += isKnown ? startOf(known, index + 1) - startOf(known, index) : rowsOf(blocks, index, folds);
  }
  starts[blocks.length] = rows;
  return { blocks, folds, rows, starts, indexOf: known?.indexOf ?? keyIndex(blocks) };
}

function haveSameKeys(blocks: readonly MappedBlock[], others: readonly MappedBlock[]): boolean {
  // Comparing the blocks themselves first is several times as fast.
  const isSame = (block: MappedBlock, at: number) => block === others[at] || block.key === others[at]?.key;
  return blocks.length === others.length && blocks.every(isSame);
}

/** Built lazily, because hashing all keys takes longer than everything else. */
function keyIndex(indexed: readonly MappedBlock[]): LineMap['indexOf'] {
  // Later maps use this function, too, so it lets the blocks go once it has the index.
  let blocks: readonly MappedBlock[] = indexed;
  let indexByKey: ReadonlyMap<string, number> | undefined;
  return (key) => {
    if (indexByKey === undefined) {
      indexByKey = new Map(blocks.map((block, index) => [block.key, index]));
      blocks = [];
    }
    return indexByKey.get(key);
  };
}

/** The contents of a row (from 0); undefined outside the document. O(log blocks). */
export function rowAt(map: LineMap, row: number): DocumentRow | undefined {
  if (row < 0 || row >= map.rows) return undefined;
  const block = blockAtRow(map, row);
  const mapped = map.blocks[block];
  if (mapped === undefined) return undefined;
  if (map.folds.sections.has(mapped.section)) {
    return { kind: 'folded-section', block, end: sectionEnd(map.blocks, block) };
  }
  const inBlock = row - startOf(map, block);
  const line = inBlock - leadLines(mapped);
  if (line < 0) {
    const text = mapped.lead.split('\n')[inBlock] ?? '';
    return { kind: inBlock === 0 ? 'lead' : 'between', block, text };
  }
  if (map.folds.blocks.has(mapped.key)) return { kind: 'folded-block', block };
  if (line < mapped.lines) return { kind: 'line', block, line };
  return { kind: 'between', block, text: SEPARATOR_LINES[line - mapped.lines] ?? '' };
}

/** Identifies a row as long as its block has it. A fold has the key of the row that it begins on. */
export function keyOfRow(map: LineMap, row: number): string {
  const block = blockAtRow(map, row);
  const mapped = map.blocks[block];
  return mapped === undefined ? '' : `${row - startOf(map, block) - leadLines(mapped)} ${mapped.key}`;
}

/** Undefined if there is no such row now. */
export function rowOfKey(map: LineMap, key: string): number | undefined {
  const end = key.indexOf(' ');
  const block = map.indexOf(key.slice(end + 1));
  const mapped = block === undefined ? undefined : map.blocks[block];
  if (block === undefined || mapped === undefined) return undefined;
  const row = startOf(map, block) + leadLines(mapped) + Number(key.slice(0, end));
  return row >= startOf(map, block) && row < startOf(map, block + 1) ? row : undefined;
}

/** The block that a row belongs to: the last one that begins at or above it. */
export function blockAtRow(map: LineMap, row: number): number {
  let low = 0;
  let high = map.blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(map, middle) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row of a body line, or of the fold that hides it. */
export function rowOfLine(map: LineMap, block: number, line: number): number {
  const mapped = map.blocks[block];
  if (mapped === undefined) return 0;
  if (map.folds.sections.has(mapped.section)) return startOf(map, sectionStart(map.blocks, block));
  const start = startOf(map, block) + leadLines(mapped);
  return map.folds.blocks.has(mapped.key) ? start : start + Math.min(line, mapped.lines - 1);
}

/** The target of the chevron on this row: a section on its heading, a block on its first line. */
export function foldTarget(map: LineMap, row: DocumentRow): FoldTarget | undefined {
  const mapped = map.blocks[row.block];
  if (mapped === undefined) return undefined;
  if (row.kind === 'lead' || row.kind === 'folded-section')
    return { kind: 'section', section: mapped.section };
  if (row.kind === 'folded-block' || (row.kind === 'line' && row.line === 0))
    return { kind: 'block', key: mapped.key };
  return undefined;
}

export function withFold(folds: Folds, target: FoldTarget, folded: boolean): Folds {
  if (target.kind === 'block') return { ...folds, blocks: withMember(folds.blocks, target.key, folded) };
  return { ...folds, sections: withMember(folds.sections, target.section, folded) };
}

/** Body lines [from, to) of each block on rows [first, end). */
export function linesOnRows(
  map: LineMap,
  first: number,
  end: number,
): { block: number; from: number; to: number }[] {
  const spans: { block: number; from: number; to: number }[] = [];
  if (map.rows === 0 || end <= first) return spans;
  for (let block = blockAtRow(map, first); block < map.blocks.length; block += 1) {
    const mapped = map.blocks[block];
    const start = startOf(map, block);
    if (mapped === undefined || start >= end) break;
    if (map.folds.blocks.has(mapped.key) || map.folds.sections.has(mapped.section)) continue;
    const body = start + leadLines(mapped);
    const from = Math.max(0, first - body);
    const to = Math.min(mapped.lines, end - body);
    if (from < to) spans.push({ block, from, to });
  }
  return spans;
}

/**
 * The new position of a row after the document or its folds have changed, so that the text on the screen stays in place.
 * Keeps fractions of a row, and keeps the very top at the top. If the block is gone, moves to the next one.
 */
export function carryRow(before: LineMap, after: LineMap, row: number): number {
  const whole = Math.floor(row);
  const old = rowAt(before, whole);
  if (row === 0 || old === undefined) return Math.min(row, after.rows);
  // Usually nothing has moved, so skip the key lookup.
  const isUnmoved = before.blocks[old.block]?.key === after.blocks[old.block]?.key;
  const kept = isUnmoved
    ? old.block
    : before.blocks.findIndex((block, at) => at >= old.block && after.indexOf(block.key) !== undefined);
  const index = isUnmoved ? old.block : after.indexOf(before.blocks[kept]?.key ?? '');
  if (index === undefined) return after.rows;
  if (kept !== old.block) return startOf(after, index);
  if (old.kind === 'line') return rowOfLine(after, index, old.line) + (row - whole);
  const inside = row - startOf(before, old.block);
  const height = startOf(after, index + 1) - startOf(after, index);
  return startOf(after, index) + Math.min(inside, Math.max(0, height - 1));
}

/** First row of a block; past the last one, the number of rows. */
function startOf({ starts, rows }: LineMap, block: number): number {
  return starts[block] ?? rows;
}

function rowsOf(blocks: readonly MappedBlock[], index: number, folds: Folds): number {
  const block = blocks[index];
  if (block === undefined) return 0;
  // Skip lookups if there are no folds, because hashing the keys would dominate.
  const hasFolds = folds.sections.size + folds.blocks.size > 0;
  if (hasFolds && folds.sections.has(block.section)) return sectionStart(blocks, index, 1) === index ? 1 : 0;
  if (hasFolds && folds.blocks.has(block.key)) return leadLines(block) + 1;
  const separator = index === blocks.length - 1 ? 0 : SEPARATOR_LINES.length;
  return leadLines(block) + block.lines + separator;
}

function leadLines({ lead }: MappedBlock): number {
  return lead === '' ? 0 : leadText(lead).split('\n').length - 1;
}

/** First block of the section around `index`, looking back at most `reach` blocks. */
function sectionStart(blocks: readonly MappedBlock[], index: number, reach = Infinity): number {
  const section = blocks[index]?.section;
  let start = index;
  while (start > 0 && index - start < reach) {
    const previous = blocks[start - 1];
    if (previous === undefined || previous.section !== section) break;
    start -= 1;
  }
  return start;
}

function sectionEnd(blocks: readonly MappedBlock[], index: number): number {
  const section = blocks[index]?.section;
  const end = blocks.findIndex((block, other) => other > index && block.section !== section);
  return end === -1 ? blocks.length : end;
}

function withMember<T>(set: ReadonlySet<T>, member: T, present: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (present) next.add(member);
  else next.delete(member);
  return next;
}
