import type { Corruption } from './corruption';
import { DRIFTS } from './drifts';
import { MODEL_MISTAKES } from './modelMistakes';
import { RENDERED_COPIES } from './renderedCopies';
import type { Random } from './seededRandom';

/** To add one, create a function and add it to one of these lists. */
export const CORRUPTIONS: readonly Corruption[] = [...RENDERED_COPIES, ...MODEL_MISTAKES, ...DRIFTS];

/** A file that has changed elsewhere or nearby, and a mistake of the model or of copying. */
export function combinedCorruptions(random: Random): readonly Corruption[] {
  const drift = random.pick(DRIFTS.filter(({ group }) => group === 'drift'));
  const other = random.pick(
    [...RENDERED_COPIES, ...MODEL_MISTAKES].filter(({ isPartial }) => isPartial !== true),
  );
  return [drift, other].filter((corruption) => corruption !== undefined);
}
