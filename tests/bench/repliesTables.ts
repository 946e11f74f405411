import { grouped } from '../../src/core/numberText';
import { groupBy } from '../../src/core/groupBy';
import { WHOLE, type ReplyTrial } from './checkReplies';
import type { Outcome } from './replies/outcome';
import { RIVALS } from './replies/rivals';
import { median } from './samples';
import { percent, tableText } from './tables';

const BASES = ['with base', 'without base'] as const;
const WAYS = [...BASES, ...Object.keys(RIVALS)];
const GROUPS = ['clean', 'rendered', 'model', 'path', 'drift', 'conflict', 'twice', 'combined'] as const;

/** In each cell: files that are right, that ask, that are wrong, and whose edits are lost. */
export function repliesText(trials: readonly ReplyTrial[]): string {
  const head = ['', 'files', ...WAYS];
  const rowOf = (name: string, of: readonly ReplyTrial[]): readonly string[] => {
    const counts = WAYS.map((way) => countsOf(of.filter((trial) => trial.way === way)));
    return [name, grouped(counts[0]?.all ?? 0), ...counts.map(cellOf)];
  };
  const rowsBy = (name: (trial: ReplyTrial) => string, names: readonly string[]) =>
    names.map((each) =>
      rowOf(
        each,
        trials.filter((trial) => name(trial) === each),
      ),
    );
  const namesOf = (name: (trial: ReplyTrial) => string, of = trials) => [...new Set(of.map(name))].toSorted();
  const byGroup = rowsBy(({ group }) => group, GROUPS);
  const single = trials.filter(({ group }) => group !== 'clean' && group !== 'combined');
  return [
    'right / asks / wrong / lost, % of files',
    tableText(head, [...byGroup, rowOf('all', trials)]),
    tableText(
      head,
      rowsBy(
        ({ format }) => format,
        namesOf(({ format }) => format),
      ),
    ),
    tableText(
      head,
      rowsBy(
        ({ repository }) => repository,
        namesOf(({ repository }) => repository),
      ),
    ),
    tableText(
      head,
      rowsBy(
        ({ damage }) => damage,
        namesOf(({ damage }) => damage, single),
      ),
    ),
    tableText(['goal', '', ''], goalsOf(trials)),
    commonText(trials),
  ].join('\n\n');
}

interface Counts extends Readonly<Record<Outcome, number>> {
  readonly all: number;
}

function countsOf(trials: readonly ReplyTrial[]): Counts {
  const counts = { right: 0, asks: 0, wrong: 0, lost: 0, all: 0 };
  for (const { files } of trials)
    for (const { outcome } of files) {
      counts[outcome] += 1;
      counts.all += 1;
    }
  return counts;
}

function cellOf({ right, asks, wrong, lost, all }: Counts): string {
  if (all === 0) return '';
  return [right, asks, wrong, lost].map((part) => ((100 * part) / all).toFixed(1)).join(' / ');
}

function goalsOf(trials: readonly ReplyTrial[]): readonly (readonly string[])[] {
  const [withBase = [], without = []] = BASES.map((way) => trials.filter((trial) => trial.way === way));
  const inGroups = (of: readonly ReplyTrial[], ...groups: readonly string[]) =>
    countsOf(of.filter(({ group }) => groups.includes(group)));
  // Whole files always ask if the text that was sent is unknown.
  const placeable = without.filter(({ format }) => !WHOLE.includes(format));
  const times = [...withBase, ...without].flatMap(({ milliseconds }) => milliseconds ?? []);
  const stale = inGroups(withBase, 'drift', 'conflict', 'twice').wrong;
  const all = countsOf([...withBase, ...without]);
  const typical = median(times) ?? 0;
  const worst = Math.max(0, ...times);
  const share = (
    name: string,
    part: number,
    whole: number,
    isReached: (share: number) => boolean,
    goal: string,
  ) => [name, `${percent(part, whole, 2)} ${markOf(isReached(whole === 0 ? 0 : part / whole))}`, goal];
  const wrongOf = (of: Counts): readonly [number, number] => [of.wrong, of.all];
  const rightOf = (of: Counts): readonly [number, number] => [of.right, of.all];
  return [
    ['with base, wrong on drift, conflict, twice', `${stale} ${markOf(stale === 0)}`, '0'],
    share('with base, wrong', ...wrongOf(countsOf(withBase)), (wrong) => wrong <= 0.002, '≤ 0.2 %'),
    share('without base, wrong', ...wrongOf(countsOf(without)), (wrong) => wrong <= 0.005, '≤ 0.5 %'),
    share(
      'without base, clean, right',
      ...rightOf(inGroups(placeable, 'clean')),
      (right) => right >= 0.98,
      '≥ 98 %',
    ),
    share(
      'without base, drift, right',
      ...rightOf(inGroups(placeable, 'drift')),
      (right) => right >= 0.8,
      '≥ 80 %',
    ),
    share(
      'without base, combined, right',
      ...rightOf(inGroups(placeable, 'combined')),
      (right) => right >= 0.8,
      '≥ 80 %',
    ),
    ['files whose edits are lost', `${all.lost} of ${grouped(all.all)} ${markOf(all.lost === 0)}`, '0'],
    ['a reply, median', `${typical.toFixed(1)} ms ${markOf(typical <= 20)}`, '≤ 20 ms'],
    ['a reply, slowest', `${worst.toFixed(0)} ms ${markOf(worst <= 2_000)}`, '≤ 2,000 ms'],
  ];
}

function markOf(isReached: boolean): string {
  return isReached ? '✓' : '✗';
}

/** The commonest ways in which files are wrong or lost, with an example of each. */
function commonText(trials: readonly ReplyTrial[]): string {
  const bad = trials
    .filter(({ way }) => way === 'with base' || way === 'without base')
    .flatMap(({ files, ...trial }) =>
      files.flatMap(({ path, outcome }) =>
        outcome === 'wrong' || outcome === 'lost' ? [{ ...trial, path, outcome }] : [],
      ),
    );
  const groups = groupBy(bad, ({ outcome, way, format, damage }) =>
    [outcome, way, format, damage || 'clean'].join(', '),
  );
  return [...groups]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, SHOWN)
    .map(
      ([name, of]) =>
        `${of.length} ${name}: ${of[0]?.repository ?? ''} ${of[0]?.commit.slice(0, 9) ?? ''} ${of[0]?.path ?? ''}`,
    )
    .join('\n');
}

const SHOWN = 40;
