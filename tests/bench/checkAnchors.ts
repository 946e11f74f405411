/**
 * `--check anchors`: finds slices from old versions of files in later ones and compares the results with git's line
 * tracking.
 */
import { createHash } from 'node:crypto';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageRules } from '../../src/core/languages/registry';
import { createSlice, type SlicedFile } from '../../src/core/slices/createSlice';
import type { CustomSlice, LineRange } from '../../src/core/slices/customSlice';
import { splitLines } from '../../src/core/slices/lineIndex';
import type { ResolvedSlice } from '../../src/core/slices/resolvedSlice';
import { resolveSlices } from '../../src/core/slices/resolveSlices';
import { symbolLinesOf } from '../../src/core/slices/symbolLines';
import { testFactsReader } from '../languages/wasmFiles';
import { fileHistories, originsAfter, textAt, type FileHistory } from './lineHistory';

/** Commits that changed the file between creating a slice and finding it. */
export const STEPS = [1, 5, 20, 100] as const;
const FILES = 40;
/** Old versions of each file, spread evenly over its history. */
const VERSIONS = 5;
const RANGES = 6;
const FUNCTIONS = 4;
const LONGEST_RANGE = 60;

export const WAYS = [
  'with the old text',
  'without it',
  'agreed keys only',
  'equal text only',
  'numbers kept',
] as const;
type Way = (typeof WAYS)[number];

export interface Miss {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly way: Way;
  readonly slice: LineRange;
  readonly place: ResolvedSlice;
  /** First and last of its lines that git still finds. */
  readonly truth: LineRange | undefined;
}

export interface Tally {
  /** Slices with at least half of their lines left, and how many of these were found. */
  half: number;
  right: number;
  /** All slices, and how many are in a wrong place without a warning. */
  all: number;
  silent: number;
}

export interface AnchorTally {
  readonly steps: number;
  readonly kind: Kind;
  readonly way: Way;
  readonly tally: Tally;
}

export interface AnchorFigures {
  readonly repository: string;
  readonly files: number;
  readonly tallies: readonly AnchorTally[];
  readonly misses: readonly Miss[];
}

export const KINDS = ['range', 'function'] as const;
type Kind = (typeof KINDS)[number];

const reader = testFactsReader();

export async function checkAnchors(repositories: readonly string[]): Promise<readonly AnchorFigures[]> {
  const figures: AnchorFigures[] = [];
  for (const repository of repositories) figures.push(await checkRepository(repository));
  return figures;
}

async function checkRepository(repository: string): Promise<AnchorFigures> {
  const histories = fileHistories(repository)
    .filter(({ path, commits }) => commits.length > 20 && isCode(path))
    .slice(0, FILES);
  const tallies = new Map<string, AnchorTally>();
  const misses: Miss[] = [];
  for (const history of histories) {
    for await (const { steps, kind, way, verdict, miss } of trialsOf(repository, history)) {
      const key = `${steps} ${kind} ${way}`;
      const entry = tallies.get(key) ?? { steps, kind, way, tally: { half: 0, right: 0, all: 0, silent: 0 } };
      tallies.set(key, entry);
      const { tally } = entry;
      tally.all += 1;
      if (verdict.isHalfLeft) tally.half += 1;
      if (verdict.isHalfLeft && verdict.isRight) tally.right += 1;
      if (!verdict.isRight && verdict.isSilent) tally.silent += 1;
      if (!verdict.isRight && (verdict.isSilent || verdict.isHalfLeft)) misses.push(miss);
    }
  }
  return { repository, files: histories.length, tallies: [...tallies.values()], misses };
}

function isCode(path: string): boolean {
  const rules = languageRules(languageOf(path as RepoPath).id);
  return rules !== undefined && (rules.kind === 'grammar' || rules.family === 'code');
}

interface Trial {
  readonly steps: number;
  readonly kind: Kind;
  readonly way: Way;
  readonly verdict: Verdict;
  readonly miss: Miss;
}

async function* trialsOf(repository: string, { path, commits }: FileHistory): AsyncGenerator<Trial> {
  const random = randomOf(path);
  for (let version = 0; version < VERSIONS; version += 1) {
    const start = Math.floor((version * (commits.length - 1)) / VERSIONS);
    const later = commits.slice(start, start + Math.max(...STEPS) + 1);
    const [from = ''] = later;
    const text = textAt(repository, from, path);
    if (text === undefined || text === '') continue;
    const old = await slicedFile(path, text);
    const made = slicesOf(old, random);
    const origins = originsAfter(repository, { path, commits: later }, old.lines.length);
    for (const steps of STEPS) {
      const to = later[steps];
      const now = to === undefined ? undefined : textAt(repository, to, path);
      const tracked = origins[steps - 1];
      if (to === undefined || now === undefined || tracked === undefined) continue;
      const file = await slicedFile(path, now);
      if (file.lines.length !== tracked.length) continue;
      const told = tracked.map((origin, at) => (isDistinctive(file.lines[at]) ? origin : -1));
      const slices = made.map(({ slice }) => slice);
      for (const way of WAYS) {
        const places = FIND[way](file, slices, { old, text });
        for (const [at, { kind, slice }] of made.entries()) {
          const place = places[at] ?? { ...slice, state: 'lost' };
          const size = old.lines.slice(slice.startLine - 1, slice.endLine).filter(isDistinctive).length;
          const truth = leftOf(slice, told);
          yield {
            ...{ steps, kind, way, verdict: judge(slice, place, told, size) },
            miss: { file: path, from, to, way, slice, place, truth },
          };
        }
      }
    }
  }
}

/**
 * Git matches braces and blank lines arbitrarily, and after some commits differently than a reader would, so only lines
 * with a letter or digit are judged.
 */
function isDistinctive(line: string | undefined): boolean {
  return line !== undefined && /[\p{L}\p{N}]/u.test(line);
}

async function slicedFile(path: string, text: string): Promise<SlicedFile> {
  const outcome = await reader.factsOf(text, languageOf(path as RepoPath).id);
  return {
    lines: splitLines(text),
    fileHash: createHash('sha256').update(text).digest('hex'),
    symbols: outcome.kind === 'facts' ? symbolLinesOf(text, outcome.facts) : [],
  };
}

/** Random ranges, and whole symbols of several lines. */
function slicesOf(
  file: SlicedFile,
  random: () => number,
): readonly { readonly kind: Kind; readonly slice: CustomSlice }[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const ranges = Array.from({ length: RANGES }, () => {
    const startLine = 1 + below(file.lines.length);
    return { startLine, endLine: startLine + below(LONGEST_RANGE) };
  });
  const symbols = (file.symbols ?? []).filter(({ startLine, endLine }) => endLine - startLine >= 2);
  const functions = Array.from(
    { length: Math.min(FUNCTIONS, symbols.length) },
    () => symbols[below(symbols.length)],
  );
  return [
    ...ranges.map((range) => ({ kind: 'range' as const, slice: createSlice(file, range) })),
    ...functions.flatMap((range) =>
      range ? [{ kind: 'function' as const, slice: createSlice(file, range) }] : [],
    ),
  ];
}

type Find = (
  file: SlicedFile,
  slices: readonly CustomSlice[],
  past: { readonly old: SlicedFile; readonly text: string },
) => readonly ResolvedSlice[];

const FIND: Readonly<Record<Way, Find>> = {
  'with the old text': (file, slices, { old, text }) =>
    resolveSlices(file, slices, new Map([[old.fileHash ?? '', text]])),
  'without it': (file, slices) => resolveSlices(file, slices),
  'agreed keys only': (file, slices) =>
    resolveSlices(
      { lines: file.lines },
      slices.map((slice) => ({ ...slice, symbol: undefined, fileHash: undefined, lineHashes: undefined })),
    ),
  'equal text only': (file, slices) =>
    resolveSlices({ lines: file.lines }, slices).map((place, at) =>
      place.state === 'exact' || place.state === 'moved'
        ? place
        : { ...place, ...numbersOf(slices[at]), state: 'stale' },
    ),
  'numbers kept': (_, slices) => slices.map((slice) => ({ ...numbersOf(slice), state: 'exact' })),
};

function numbersOf(slice: CustomSlice | undefined): LineRange {
  return { startLine: slice?.startLine ?? 1, endLine: slice?.endLine ?? 1 };
}

interface Verdict {
  readonly isHalfLeft: boolean;
  /** Every remaining line is shown, and no line from outside the slice. */
  readonly isRight: boolean;
  /** The user gets no warning. */
  readonly isSilent: boolean;
}

function judge(slice: LineRange, place: ResolvedSlice, origins: Int32Array, size: number): Verdict {
  const isInside = (origin: number): boolean => origin >= slice.startLine - 1 && origin < slice.endLine;
  let left = 0;
  let shown = 0;
  let foreign = 0;
  for (const [at, origin] of origins.entries()) {
    if (origin < 0) continue;
    const isShown = place.state !== 'lost' && at >= place.startLine - 1 && at < place.endLine;
    if (isInside(origin)) left += 1;
    if (isShown && isInside(origin)) shown += 1;
    if (isShown && !isInside(origin)) foreign += 1;
  }
  return {
    isHalfLeft: size > 0 && left * 2 >= size,
    isRight: shown === left && foreign === 0,
    isSilent: place.state === 'exact' || place.state === 'moved' || place.state === 'edited',
  };
}

function leftOf(slice: LineRange, origins: Int32Array): LineRange | undefined {
  const left = [...origins.keys()].filter((at) => {
    const origin = origins[at] ?? -1;
    return origin >= slice.startLine - 1 && origin < slice.endLine;
  });
  const [first] = left;
  return first === undefined ? undefined : { startLine: first + 1, endLine: (left.at(-1) ?? first) + 1 };
}

/** Pseudo-random numbers from 0 to 1, the same for the same name. */
function randomOf(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE() % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
