import type { Effort } from './effort';
import type { LineIndex } from './lineIndex';
import { maxSimilarity, shapeOf, similarity, type LineShape } from './similarity';

/** How much the lines of a file resemble others, and how much they say. Each distinct line is looked at once. */
export interface LineShapes {
  /** How alike a line is to the one of this id, or 0 where that is less than `limit`. */
  alike(line: string, id: number, limit: number): number;
  /** At most that, for a small part of its price. */
  maxAlike(line: string, id: number): number;
  /** How much a line says, from 0 (blank, or a brace) to 1. */
  weight(id: number): number;
}

const STEPS_PER_PAIR = 1 / 8;

export function createLineShapes({ texts, idOf }: LineIndex, effort: Effort): LineShapes {
  const shapes: LineShape[] = [];
  const given = new Map<string, { readonly shape: LineShape; readonly id: number | undefined }>();
  // What is kept must be what was given first: a rounded weight would fall below what is enough.
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

/** Letters and digits with which a line says as much as a line does. */
const TELLING = 10;
/** Characters of a line that are looked at. */
const CHARACTERS = 200;

export function weightOf(line: string): number {
  return Math.min(1, (line.slice(0, CHARACTERS).match(/[\p{L}\p{N}]/gu)?.length ?? 0) / TELLING);
}
