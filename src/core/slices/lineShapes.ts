import type { Effort } from './effort';
import type { LineIndex } from './lineIndex';
import { maxSimilarity, shapeOf, similarity, type LineShape } from './similarity';

/** How similar and how distinctive the lines of a file are. Each distinct line is analyzed only once. */
export interface LineShapes {
  /** Similarity of a line to the one with this id, or 0 if below `limit`. */
  alike(line: string, id: number, limit: number): number;
  /** An upper bound for `alike` at a fraction of its cost. */
  maxAlike(line: string, id: number): number;
  /** How distinctive a line is, from 0 (blank, or a brace) to 1. */
  weight(id: number): number;
}

const STEPS_PER_PAIR = 1 / 8;

/** Prepares comparisons with the lines of an index. The cost is charged to `effort`. */
export function createLineShapes({ texts, idOf }: LineIndex, effort: Effort): LineShapes {
  const shapes: LineShape[] = [];
  const given = new Map<string, { readonly shape: LineShape; readonly id: number | undefined }>();
  // Cached weights must equal the computed ones: rounding could push one below a threshold.
  const weights = new Float64Array(texts.length).fill(-1);
  const givenOf = (line: string) => {
    let known = given.get(line);
    if (known === undefined) given.set(line, (known = { shape: shapeOf(line), id: idOf(line) }));
    return known;
  };
  const shapeById = (id: number): LineShape => (shapes[id] ??= shapeOf(texts[id] ?? ''));
  return {
    alike(line, id, limit) {
      const known = givenOf(line);
      if (known.id === id) return 1;
      const other = shapeById(id);
      if (maxSimilarity(known.shape, other) < limit) return 0;
      effort.spend((known.shape.maxPairs + other.maxPairs) * STEPS_PER_PAIR);
      return similarity(known.shape, other);
    },
    maxAlike(line, id) {
      const known = givenOf(line);
      return known.id === id ? 1 : maxSimilarity(known.shape, shapeById(id));
    },
    weight(id) {
      const known = weights[id] ?? -1;
      if (known >= 0) return known;
      const weight = weightOf(texts[id] ?? '');
      weights[id] = weight;
      return weight;
    },
  };
}

/** Letters and digits that make a line fully distinctive. */
const DISTINCTIVE_CHARACTERS = 10;
/** Only this many characters of a line are considered. */
const CHARACTERS = 200;

/** How distinctive a line is, from 0 (blank, or a brace) to 1. */
export function weightOf(line: string): number {
  return Math.min(
    1,
    (line.slice(0, CHARACTERS).match(/[\p{L}\p{N}]/gu)?.length ?? 0) / DISTINCTIVE_CHARACTERS,
  );
}
