import type { PlacedHunk, Replacement } from '../placedEdit';
import { overlap } from './appliedText';
import { compareChanges } from './rebuild';

/** The indexes of replacements that overlap others. */
export function overlapsAmong(replacements: readonly (Replacement | undefined)[]): ReadonlySet<number> {
  const placed = [...replacements.entries()].flatMap(([index, replacement]) =>
    replacement === undefined ? [] : [{ index, replacement }],
  );
  placed.sort(({ replacement: one }, { replacement: other }) => compareChanges(one, other));
  const overlapping = new Set<number>();
  let furthest: (typeof placed)[number] | undefined;
  for (const each of placed) {
    if (furthest !== undefined && overlap(furthest.replacement, each.replacement))
      overlapping.add(furthest.index).add(each.index);
    if (furthest === undefined || endOf(each.replacement) >= endOf(furthest.replacement)) furthest = each;
  }
  return overlapping;
}

function endOf({ from, count }: Replacement): number {
  return from + count;
}

/** Placed hunks that change the same lines ask. Of those that change them alike, the first is enough. */
export function withoutOverlaps(placed: readonly PlacedHunk[]): readonly PlacedHunk[] {
  const seen = new Set<string>();
  const isRepeated = placed.map(({ state }) => {
    if (state.kind !== 'placed') return false;
    const { from, count, lines } = state.replacement;
    const key = `${from} ${count}\n${lines.join('\n')}`;
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen;
  });
  const overlapping = overlapsAmong(
    placed.map(({ state }, index) =>
      state.kind === 'placed' && isRepeated[index] !== true ? state.replacement : undefined,
    ),
  );
  return placed.map((each, index) => {
    const { state } = each;
    if (state.kind !== 'placed' || !(isRepeated[index] === true || overlapping.has(index))) return each;
    const { replacement } = state;
    return { ...each, state: { kind: 'asks', reason: 'overlap', places: [replacement.from], replacement } };
  });
}
