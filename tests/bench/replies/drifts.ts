/** Changes of the files on disk since they were sent, and files that make placing harder. */
import type { Corruption, TrialFile } from './corruption';
import { isTelling, keptAt, keptRows, keptText, linesBefore, type Row } from './rows';
import type { Random } from './seededRandom';

export const DRIFTS: readonly Corruption[] = [
  drift('changed elsewhere', (rows, random) => withChanges(rows, random, { nearest: 8 })),
  drift('changed near', (rows, random) => withChanges(rows, random, { nearest: 2, farthest: 4 })),
  drift('changed beside', (rows, random) => withChanges(rows, random, { nearest: 1, farthest: 1 })),
  drift('lines inserted near', (rows, random) => {
    const at = random.pick(keptAt(rows, { nearest: 2, farthest: 5 }));
    return at === undefined ? undefined : rows.toSpliced(at, 0, ...newRows(rows, at, random));
  }),
  drift('lines inserted above', (rows, random) => {
    const [at] = keptAt(rows, { nearest: 6 });
    if (at === undefined) return undefined;
    const added = Array.from({ length: 3 + random.below(8) }, () => newRows(rows, at, random));
    return rows.toSpliced(at, 0, ...added.flat());
  }),
  drift('change moved', withMovedChanges),
  drift('already applied', (rows) =>
    rows.flatMap((row) => (row.kind === 'keep' ? [row] : keptRows(row.new))),
  ),
  drift('partly applied', (rows, random) => {
    const changes = [...rows.keys()].filter((at) => rows[at]?.kind === 'change');
    const done = changes.length < 2 ? undefined : random.pick(changes);
    if (done === undefined) return undefined;
    return rows.flatMap((row, at) => (row.kind === 'change' && at === done ? keptRows(row.new) : [row]));
  }),
  {
    name: 'CRLF file',
    group: 'drift',
    level: 'file',
    corrupt: (file) => ({ ...file, lineEnd: '\r\n' }),
  },
  {
    name: 'no final line end',
    group: 'drift',
    level: 'file',
    corrupt: (file) => ({ ...file, hasFinalEnd: false }),
  },
  conflict('changed in the same place', (old, random) => {
    const at = old.findIndex(isTelling);
    return old.with(at, otherWords(old[at] ?? '', random));
  }),
  conflict('removed in the same place', () => []),
  {
    name: 'same block twice in the file',
    group: 'twice',
    level: 'file',
    corrupt(file) {
      const rows = withCopy(file.now);
      return rows && { ...file, now: rows, sent: rows };
    },
  },
  {
    name: 'block copied since',
    group: 'twice',
    level: 'file',
    corrupt(file) {
      const now = withCopy(file.now);
      return now && { ...file, now };
    },
  },
];

function drift(
  name: string,
  change: (rows: readonly Row[], random: Random) => readonly Row[] | undefined,
): Corruption {
  return {
    name,
    group: 'drift',
    level: 'file',
    corrupt(file, random): TrialFile | undefined {
      const now = change(file.now, random);
      return now && { ...file, now };
    },
  };
}

/** Only for files in which each change replaces or removes lines that can be told from others. */
function conflict(
  name: string,
  change: (old: readonly string[], random: Random) => readonly string[],
): Corruption {
  return {
    name,
    group: 'conflict',
    level: 'file',
    corrupt(file, random) {
      const isEach = file.now.every(
        (row) => row.kind === 'keep' || (row.new.length > 0 && row.old.some(isTelling)),
      );
      if (!isEach) return undefined;
      const now = file.now.flatMap((row) =>
        row.kind === 'keep' ? [row] : keptRows(change(row.old, random)),
      );
      return { ...file, now, isConflict: true };
    },
  };
}

function withChanges(
  rows: readonly Row[],
  random: Random,
  range: Parameters<typeof keptAt>[1],
): readonly Row[] | undefined {
  const candidates = keptAt(rows, range).filter((at) => isTelling(keptText(rows, at)));
  const changed = new Set(random.shuffled(candidates).slice(0, 3));
  if (changed.size === 0) return undefined;
  return rows.map((row, at) =>
    row.kind === 'keep' && changed.has(at) ? { kind: 'keep', text: otherWords(row.text, random) } : row,
  );
}

/** Lines that resemble one of the file. */
function newRows(rows: readonly Row[], at: number, random: Random): readonly Row[] {
  const text = keptText(rows, at) ?? '';
  const indent = /^\s*/.exec(text)?.[0] ?? '';
  return keptRows([isTelling(text) ? otherWords(text, random) : `${indent}extra${random.below(1_000)}`]);
}

function otherWords(text: string, random: Random): string {
  const words = [...text.matchAll(/\p{L}[\p{L}\p{N}_]+/gu)];
  const word = random.pick(words);
  if (word === undefined) return `${text} changed`;
  const end = word.index + word[0].length;
  return `${text.slice(0, end)}${random.pick(['2', 'New', 'Old', 'Other']) ?? ''}${text.slice(end)}`;
}

/** The changes and lines around them move to the other half of the file. */
function withMovedChanges(rows: readonly Row[]): readonly Row[] | undefined {
  const first = rows.findIndex(({ kind }) => kind === 'change') - AROUND;
  const last = rows.findLastIndex(({ kind }) => kind === 'change') + AROUND;
  const block = rows.slice(first, last + 1);
  if (first < 1 || last > rows.length - 2 || block.length > MOST_MOVED) return undefined;
  const above = rows.slice(0, first);
  const below = rows.slice(last + 1);
  if (Math.max(above.length, below.length) < FAR) return undefined;
  const isUp = above.length > below.length;
  const at = isUp ? above.length - FAR : FAR;
  return isUp
    ? [...above.toSpliced(at, 0, ...block), ...below]
    : [...above, ...below.toSpliced(at, 0, ...block)];
}

const AROUND = 4;
const MOST_MOVED = 40;
const FAR = 12;

/** The first change's old lines, with lines around them, are repeated at the end. */
function withCopy(rows: readonly Row[]): readonly Row[] | undefined {
  const at = rows.findIndex(({ kind }) => kind === 'change');
  const block = rows.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  const copy = linesBefore(block);
  return copy.some(isTelling) ? [...rows, ...keptRows(copy)] : undefined;
}
