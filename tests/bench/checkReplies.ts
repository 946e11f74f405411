/**
 * `--check replies`: writes commits as replies in every format, damages the replies and the files, and compares what is applied without
 * asking with what should be.
 */
import { basename } from 'node:path';
import { printReply, REPLY_FORMATS, type ReplyFormat } from '../replies/printReply';
import { applyReply, indexOf, type AppliedReply, type Folder } from './replies/appliedReply';
import { commitCases, createTextReader, type CommitCase } from './replies/commitCases';
import type { Corruption, Group } from './replies/corruption';
import { combinedCorruptions, CORRUPTIONS } from './replies/corruptions';
import { outcomeOf, type Outcome } from './replies/outcome';
import { diffIn, RIVALS } from './replies/rivals';
import { seededRandom } from './replies/seededRandom';
import { diskText, expectedText, sentText, trialOf, type Trial, type TrialFormat } from './replies/trial';

const COMMITS = 60;

export interface ReplyTrial {
  readonly repository: string;
  readonly commit: string;
  readonly format: string;
  readonly group: Group;
  /** Names of the corruptions. */
  readonly damage: string;
  /** `with base`, `without base`, or a rival. */
  readonly way: string;
  /** Files of the commit that the damage concerns. */
  readonly files: readonly JudgedFile[];
  /** For the whole reply; undefined for rivals. */
  readonly milliseconds: number | undefined;
}

interface JudgedFile {
  readonly path: string;
  readonly outcome: Outcome;
  /** If it is wrong or lost. */
  readonly texts?: Readonly<Record<'reply' | 'disk' | 'expected' | 'applied', string>>;
}

/** `runs`: corruptions tried for each commit and format, besides the clean reply and a combined corruption. */
export function checkReplies(
  repositories: readonly string[],
  runs: number,
  say: (text: string) => void,
): readonly ReplyTrial[] {
  return repositories.flatMap((repository) =>
    commitCases(repository, COMMITS).flatMap((commitCase, at) => {
      if (at % 10 === 0) say(`${basename(repository)}: ${at} commits`);
      const textOf = createTextReader(commitCase);
      const index = indexOf([...commitCase.blobs.keys()]);
      return FORMATS.flatMap((format) =>
        damagedTrials(commitCase, format, runs).flatMap((damaged) =>
          resultsOf(damaged, { index, textOf }).map((result) => ({
            ...{ repository: basename(repository), commit: commitCase.commit, format: format.name },
            ...{ group: damaged.group, damage: damaged.damage, ...result },
          })),
        ),
      );
    }),
  );
}

/** Formats that are printed as whole files, and those that other programs can apply. */
export const WHOLE: readonly string[] = [
  'whole-file',
  'code-web-chat',
  'elided',
] satisfies readonly ReplyFormat[];
const DIFFS: readonly string[] = ['unified-diff', 'git-patch'] satisfies readonly ReplyFormat[];

const FORMATS: readonly TrialFormat[] = REPLY_FORMATS.map((name) => ({
  name,
  isWhole: WHOLE.includes(name),
  print: (edits) => printReply(name, edits),
}));

interface DamagedTrial {
  readonly group: Group;
  readonly damage: string;
  readonly trial: Trial;
  readonly format: TrialFormat;
}

function damagedTrials(commitCase: CommitCase, format: TrialFormat, runs: number): readonly DamagedTrial[] {
  const random = seededRandom(`${commitCase.commit} ${format.name}`);
  const trials: DamagedTrial[] = [];
  const add = (group: Group, corruptions: readonly Corruption[]): boolean => {
    const trial = trialOf(commitCase, format, corruptions, random);
    const damage = corruptions.map(({ name }) => name).join(', ');
    if (trial !== undefined) trials.push({ group, damage, trial, format });
    return trial !== undefined;
  };
  add('clean', []);
  let left = runs;
  for (const corruption of random.shuffled(CORRUPTIONS))
    if (left > 0 && add(corruption.group, [corruption])) left -= 1;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    if (add('combined', combinedCorruptions(random))) break;
  return trials;
}

const ATTEMPTS = 10;

interface Repository {
  readonly index: Folder['index'];
  /** The text of a file before the commit. */
  readonly textOf: (path: string) => string | undefined;
}

function resultsOf(
  { trial, format }: DamagedTrial,
  { index, textOf }: Repository,
): readonly Pick<ReplyTrial, 'way' | 'files' | 'milliseconds'>[] {
  const { changed, deleted } = trial;
  const onDisk = new Map([
    ...changed.map((file) => [file.path, diskText(file)] as const),
    ...deleted.map(({ path, text }) => [path, text] as const),
  ]);
  const sent = new Map([
    ...changed.map((file) => [file.path, sentText(file)] as const),
    ...deleted.map(({ path, text }) => [path, text] as const),
  ]);
  const diskOf = (path: string): string | undefined => onDisk.get(path) ?? textOf(path);
  const bases = { 'with base': (path: string) => sent.get(path), 'without base': () => undefined };
  const own = Object.entries(bases).map(([way, sentOf]) => {
    const applied = applyReply(trial.reply, { index, textOf: diskOf, sentOf });
    const files = [...judgedFiles(trial, applied), ...foreignFiles(trial, applied, format)];
    return { way, files, milliseconds: applied.milliseconds };
  });
  const diff = DIFFS.includes(format.name) ? diffIn(trial.reply) : undefined;
  if (diff === undefined) return own;
  const rivals = Object.entries(RIVALS).map(([way, rival]) => {
    const { texts, isRefused } = rival(diff, onDisk);
    const files = changed
      .filter(({ path }) => trial.judged.has(path))
      .map((file) => ({
        path: file.path,
        outcome: outcomeOf(file, texts.get(file.path) ?? diskText(file), {
          isAsked: isRefused,
          isPartial: trial.isPartial,
          isVague: trial.isVague,
        }),
      }));
    return { way, files, milliseconds: undefined };
  });
  return [...own, ...rivals];
}

function judgedFiles(
  { reply, changed, created, deleted, judged, isPartial, isVague }: Trial,
  { files, isUnclear }: AppliedReply,
): readonly JudgedFile[] {
  const statesOf = (path: string) => files.get(path)?.placed.map(({ state }) => state) ?? [];
  const isAsked = (path: string): boolean => isUnclear || statesOf(path).some(({ kind }) => kind === 'asks');
  const unless = (path: string): Outcome => (isPartial || isAsked(path) ? 'asks' : 'lost');
  return [
    ...changed.map((file): JudgedFile => {
      const { path } = file;
      const disk = diskText(file);
      const applied = files.get(path)?.text ?? disk;
      const outcome = outcomeOf(file, applied, { isAsked: isAsked(path), isPartial, isVague });
      if (outcome !== 'wrong' && outcome !== 'lost') return { path, outcome };
      return { path, outcome, texts: { reply, disk, expected: expectedText(file), applied } };
    }),
    ...created.map(({ path, text }) => {
      const isCreated = statesOf(path).some(({ kind }) => kind === 'placed');
      const outcome = isCreated ? (files.get(path)?.text === text ? 'right' : 'wrong') : unless(path);
      return { path, outcome } as const;
    }),
    // A deletion asks always, which is right.
    ...deleted.map(({ path }) => {
      const states = statesOf(path);
      const isDeletion = states.some((state) => state.kind === 'asks' && state.reason === 'delete');
      const isPlaced = states.some(({ kind }) => kind === 'placed');
      // Formats without deletions remove all lines.
      const isEmptied = isPlaced && files.get(path)?.text === '';
      const outcome = isDeletion || isEmptied ? 'right' : isPlaced ? 'wrong' : unless(path);
      return { path, outcome } as const;
    }),
  ].filter(({ path }) => judged.has(path));
}

/** Files that the commit doesn't touch, but the reply would. */
function foreignFiles(
  { changed, created, deleted }: Trial,
  { files }: AppliedReply,
  { isWhole }: TrialFormat,
): readonly JudgedFile[] {
  const own = new Set([...changed, ...created, ...deleted].map(({ path }) => path));
  return Array.from(files).flatMap(([path, { placed }]): JudgedFile[] => {
    const isChanged = placed.some(({ state }) => state.kind === 'placed');
    // A whole file at a path that doesn't exist can only be a new one.
    const isMeant = own.has(path) || (isWhole && path.endsWith(INVENTED));
    return isChanged && !isMeant ? [{ path, outcome: 'wrong' }] : [];
  });
}

const INVENTED = 'widgetLoader.ts';
