/** The places in a tree that its grammar could not read: ERROR nodes and missing tokens. */
import type { Span } from '../facts/fileFacts';
import { ERROR_TYPE, type SyntaxCursor } from './syntax';

export interface Damage {
  /** Number of unreadable places; nested ones count once. */
  readonly places: number;
  /** ERROR nodes and missing tokens, ordered by start. */
  readonly spans: readonly Span[];
  /** Whether such a place is inside the span. One around the span does not count. */
  isIn(span: Span): boolean;
}

const NONE: Damage = { places: 0, spans: [], isIn: () => false };

/** Reads the damage of a tree. `cursor` must be on the root, and is again afterwards. */
export function readDamage(cursor: SyntaxCursor): Damage {
  if (!cursor.currentNode.hasError) return NONE;
  const { spans, places } = damagedSpans(cursor);
  return {
    places: Math.max(1, places),
    spans,
    isIn({ start, end }) {
      for (let index = firstFrom(spans, start); index < spans.length; index += 1) {
        const damaged = spans[index];
        if (damaged === undefined || damaged.start > end) return false;
        const surrounds = damaged.start === start && damaged.end > end;
        if (!surrounds && (damaged.start < end || damaged.start === damaged.end)) return true;
      }
      return false;
    },
  };
}

/** Ordered by start. Only nodes that contain errors are entered. */
function damagedSpans(cursor: SyntaxCursor): { spans: readonly Span[]; places: number } {
  const spans: Span[] = [];
  let places = 0;
  let coveredTo = -1;
  for (let depth = 0; ;) {
    const { nodeTypeId, nodeIsMissing, startIndex: start, endIndex: end } = cursor;
    if (nodeTypeId === ERROR_TYPE || nodeIsMissing) {
      spans.push({ start, end });
      if (start >= coveredTo) places += 1;
      coveredTo = Math.max(coveredTo, end);
    }
    if (cursor.currentNode.hasError && cursor.gotoFirstChild()) {
      depth += 1;
      continue;
    }
    while (depth > 0 && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      depth -= 1;
    }
    if (depth === 0) return { spans, places };
  }
}

/** Index of the first span that starts at or after `start`. */
function firstFrom(spans: readonly Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.start ?? Infinity) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
