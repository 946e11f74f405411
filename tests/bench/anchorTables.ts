import { grouped } from '../../src/core/numberText';
import { anchorSpeed } from './anchorSpeed';
import { KINDS, STEPS, WAYS, type AnchorFigures, type AnchorTally, type Tally } from './checkAnchors';
import { percent, tableText } from './tables';

export function anchorsText(figures: readonly AnchorFigures[]): string {
  const speed = tableText(
    ['100 slices in 20,000 lines', 'with the old text', 'without it'],
    anchorSpeed().map(({ change, withOldText, without }) => [
      change,
      ...[withOldText, without].map((time) => `${time.toFixed(0)} ms`),
    ]),
  );
  const all = { repository: 'all', tallies: figures.flatMap(({ tallies }) => tallies) };
  return [...figures, ...(figures.length > 1 ? [all] : [])].map(repositoryText).concat(speed).join('\n\n');
}

/**
 * Each cell: how many of the slices that are at least half intact were found, and how many of all are silently wrong.
 */
function repositoryText({ repository, tallies }: Pick<AnchorFigures, 'repository' | 'tallies'>): string {
  const rowOf = (name: string, wanted: (entry: AnchorTally) => boolean): readonly string[] => {
    const sums = WAYS.map((way) => sumOf(tallies.filter((entry) => entry.way === way && wanted(entry))));
    const counts = [sums[0]?.all ?? 0, sums[0]?.half ?? 0].map(grouped);
    return [
      name,
      ...counts,
      ...sums.map(({ right, half, silent, all }) => `${percent(right, half, 1)}, ${percent(silent, all, 2)}`),
    ];
  };
  const rows = KINDS.flatMap((kind) =>
    STEPS.map((steps) => rowOf(`${kind}, ${steps}`, (entry) => entry.kind === kind && entry.steps === steps)),
  );
  const head = ['slice, commits', 'slices', 'half left', ...WAYS];
  return `${repository}: found where half is left, silently wrong of all\n${tableText(head, [...rows, rowOf('all', () => true)])}`;
}

function sumOf(entries: readonly AnchorTally[]): Tally {
  return entries.reduce(
    (sum, { tally }) => ({
      half: sum.half + tally.half,
      right: sum.right + tally.right,
      all: sum.all + tally.all,
      silent: sum.silent + tally.silent,
    }),
    { half: 0, right: 0, all: 0, silent: 0 },
  );
}
