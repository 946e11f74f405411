/**
 * `--check secrets`: which secrets are found in generated samples, beside secretlint; what is flagged in real folders; and how fast, on
 * them and on hostile texts. A folder that is a checkout of secretlint is read for the samples of its tests instead.
 */
import { basename } from 'node:path';
import { findSecrets } from '../../src/core/secrets/findSecrets';
import { grouped } from '../../src/core/numberText';
import { VARIANTS } from '../secrets/vendorSamples';
import { flaggedFilesIn, isSecret, type FlaggedFolder } from './secrets/flaggedFiles';
import {
  DRAWS,
  isFoundEnough,
  recallOf,
  sampleTexts,
  wholeVariants,
  type KindRecall,
} from './secrets/recall';
import { hostileTimes, sourceSpeed } from './secrets/scanSpeed';
import { foundBySecretlint, isSecretlint, mustFlagSamples, RIVAL, type MustFlag } from './secrets/secretlint';
import { percent, tableText } from './tables';

export interface SecretsCheck {
  readonly recall: readonly KindRecall[];
  /** The figures of secretlint, or the reason why there are none. */
  readonly rival: readonly KindRecall[] | string;
  readonly folders: readonly FlaggedFolder[];
  /** Megabytes a second on the sources in the folders. */
  readonly speed: number | undefined;
  /** Milliseconds by text. */
  readonly hostile: Readonly<Record<string, number>>;
  readonly mustFlag: { readonly samples: number; readonly missed: readonly string[] };
}

export async function checkSecrets(folders: readonly string[]): Promise<SecretsCheck> {
  const samples = sampleTexts();
  const rival = await foundBySecretlint(samples.map(({ text }) => text));
  const mustFlag: MustFlag[] = [];
  for (const folder of folders.filter(isSecretlint)) mustFlag.push(...(await mustFlagSamples(folder)));
  const flagged: FlaggedFolder[] = [];
  const others = folders.filter((folder) => !isSecretlint(folder));
  for (const folder of others) flagged.push(await flaggedFilesIn(folder));
  return {
    recall: recallOf(
      samples,
      samples.map(({ text }) => findSecrets(text).length > 0),
    ),
    rival: typeof rival === 'string' ? rival : recallOf(samples, rival),
    folders: flagged,
    speed: await sourceSpeed(others),
    hostile: hostileTimes(),
    mustFlag: {
      samples: mustFlag.length,
      missed: mustFlag.filter((sample) => !isFound(sample)).map(({ rule, name }) => `${rule}/${name}`),
    },
  };
}

/** Whether a finding overlaps each place. */
function isFound({ text, ranges }: MustFlag): boolean {
  const found = findSecrets(text);
  return ranges.every(([from, to]) => found.some(({ start, end }) => start < to && end > from));
}

export function secretsText({ recall, rival, folders, speed, hostile, mustFlag }: SecretsCheck): string {
  return [
    ...recallTexts(recall, rival),
    tableText(['folder', 'files', 'flagged', 'secret'], [...folders, totalOf(folders)].map(folderRow)),
    folders.map(listText).join('\n'),
    speed === undefined ? 'no sources given' : `${speed.toFixed(0)} MB/s on source`,
    tableText(
      ['hostile million', 'ms'],
      Object.entries(hostile).map(([name, time]) => [name, time.toFixed(0)]),
    ),
    mustFlag.samples === 0
      ? 'no checkout of secretlint given'
      : `${mustFlag.samples - mustFlag.missed.length} of ${mustFlag.samples} samples of secretlint found, not ${mustFlag.missed.join(', ')}`,
  ].join('\n\n');
}

function recallTexts(recall: readonly KindRecall[], rival: SecretsCheck['rival']): readonly string[] {
  const rivals = typeof rival === 'string' ? [] : rival;
  const rows = recall.map((row, at): readonly string[] => [
    row.kind,
    ...Object.values(row.found).map((count) => (count === DRAWS ? '✓' : `${count}/${DRAWS}`)),
    rivalCell(rivals[at]),
  ]);
  const sum = (rowsOf: readonly KindRecall[]): string =>
    `${rowsOf.filter(isFoundEnough).length} of ${rowsOf.length}`;
  return [
    tableText(['kind', ...Object.keys(VARIANTS), RIVAL], rows),
    `kinds found in each draw of 8 of 10 variants: ${sum(recall)}; ` +
      (typeof rival === 'string' ? `${RIVAL} could not be fetched: ${rival}` : `${RIVAL}: ${sum(rival)}`),
  ];
}

function rivalCell(row: KindRecall | undefined): string {
  return row === undefined ? '' : `${wholeVariants(row)} of 10`;
}

function totalOf(folders: readonly FlaggedFolder[]): FlaggedFolder {
  return {
    folder: 'all',
    files: folders.reduce((sum, { files }) => sum + files, 0),
    flagged: folders.flatMap(({ flagged }) => flagged),
  };
}

function folderRow({ folder, files, flagged }: FlaggedFolder): readonly string[] {
  return [
    basename(folder),
    grouped(files),
    percent(flagged.length, files, 2),
    percent(flagged.filter(isSecret).length, files, 2),
  ];
}

function listText({ folder, flagged }: FlaggedFolder): string {
  return flagged
    .flatMap(({ path, findings }) =>
      findings.map(
        ({ kind, severity, line, ends }) =>
          `${severity.padEnd(6)} ${kind} ${basename(folder)}/${path}:${line} ${ends}`,
      ),
    )
    .join('\n');
}
