/**
 * Raises a fit that is measured. Texts may list the files, so their tokens are known only for files that were measured
 * together. Everything else adds up, so only steps that may fit are measured. A file shown in full leaves the symbol
 * map, but others may fill its room there: the steps that did not fit tell how much the map still shrinks.
 */
import { stepsWithin, type Step } from '../../core/fit/fit';
import type { RepoPath } from '../../core/files/repoPath';
import type { Candidate, MeasuredLevel, ShownFiles } from './candidates';
import type { SectionBlocks } from '../document/textBlocks.svelte';
import { tokensOf } from './fitResult';

/** A fit with the texts of its document, and the tokens of the whole document. */
export interface MeasuredFit {
  readonly shown: ShownFiles;
  readonly texts: SectionBlocks;
  readonly tokens: number;
}

export interface RaiseParts {
  readonly files: readonly Candidate[];
  readonly limit: number;
  /** Estimated tokens that each further file adds to the texts. */
  readonly perFile: number;
  measure(shown: ShownFiles): Promise<MeasuredFit>;
  /** Tokens of the files' blocks in a symbol map, which files shown in full don't have. */
  mapTokens(paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, number>>;
  /** True if the result is no longer wanted. */
  isStopped(): boolean;
}

/** The share of the limit that a single step may leave unused. */
const UNUSED = 0.02;

/** Takes steps until no single one is left out that would fit by more than 2 % of the limit. */
export async function raisedFit(from: MeasuredFit, parts: RaiseParts): Promise<MeasuredFit> {
  let best = from;
  let isRaised = false;
  const misfits = new Set<MeasuredLevel>();
  let shortfalls: Shortfalls = new Map();
  while (!parts.isStopped()) {
    const steps = (await possibleSteps(best, parts, shortfalls)).filter(({ to }) => !misfits.has(to));
    const [first] = steps;
    if (first === undefined) {
      if (!isRaised) break;
      // Only a file that leaves a symbol map makes room for a step that did not fit before.
      misfits.clear();
      isRaised = false;
      continue;
    }
    const raised = await mostOf(stepsTogether(steps, best, parts), best, parts);
    if (raised.tokens <= parts.limit) [best, isRaised, shortfalls] = [raised, true, new Map()];
    else {
      misfits.add(first.to);
      if (first.to.level === 'full')
        shortfalls = await shortfallsWith(first, [best, raised], parts, shortfalls);
    }
  }
  return best;
}

type LevelStep = Step<MeasuredLevel>;

/** The steps that may leave more unused than the limit's share, best first. */
async function possibleSteps(
  fit: MeasuredFit,
  parts: RaiseParts,
  shortfalls: Shortfalls,
): Promise<readonly LevelStep[]> {
  const room = parts.limit * (1 - UNUSED) - fit.tokens;
  const mapped = mappedIn(fit);
  const steps = stepsWithin(parts.files, fit.shown, room + MOST_ENDING + mapped);
  if (mapped === 0) return steps.filter((step) => leastGrowth(step) <= room);
  const saved = await parts.mapTokens(steps.flatMap(({ path, to }) => (to.level === 'full' ? path : [])));
  return steps.filter((step) => {
    const shortfall = shortfalls.get(fit.shown.has(step.path));
    const ofMap = step.to.level === 'full' ? mostSaved(saved.get(step.path) ?? 0, shortfall) : 0;
    return leastGrowth(step) - Math.min(ofMap, mapped) <= room;
  });
}

/** How far the map shrank by less than the blocks that left it. */
interface Shortfall {
  /** The most tokens of a block that others filled. */
  readonly missing: number;
  /** The smallest share of a block that the map lost. Aliases shorten all blocks by a similar share. */
  readonly share: number;
}

/** By whether the file was shown before, because a map may list only the files that are shown. */
type Shortfalls = ReadonlyMap<boolean, Shortfall>;

/** The most tokens that the map may lose with a block. */
function mostSaved(block: number, shortfall: Shortfall | undefined): number {
  if (shortfall === undefined) return block + ALIASES;
  return Math.max(block - shortfall.missing, block * shortfall.share);
}

/** Compares the maps before and after a step to the full text. */
async function shortfallsWith(
  { path }: LevelStep,
  [before, after]: readonly [MeasuredFit, MeasuredFit],
  parts: RaiseParts,
  known: Shortfalls,
): Promise<Shortfalls> {
  if (mappedIn(before) === 0) return known;
  const block = (await parts.mapTokens([path])).get(path) ?? 0;
  const lost = Math.max(0, mappedIn(before) - mappedIn(after));
  const isShown = before.shown.has(path);
  const { missing, share } = known.get(isShown) ?? { missing: -ALIASES, share: Infinity };
  return new Map(known).set(isShown, {
    missing: Math.max(missing, block - lost),
    share: Math.min(share, lost / Math.max(1, block)),
  });
}

function mappedIn({ texts }: MeasuredFit): number {
  return tokensOf(texts, 'symbolMap');
}

/** A text gets no shorter if it lists one more file. */
function leastGrowth({ growth, to }: LevelStep): number {
  return growth - (to.tokens - to.tokensAsLast);
}

/** More than the tokens of a separator, which the last file doesn't have. */
const MOST_ENDING = 20;
/** Without a block, the map may choose other aliases for folders, which save about this many tokens at most. */
const ALIASES = 100;

/** Steps of different files that may fit together, by an estimate. At least one. */
function stepsTogether(
  steps: readonly LevelStep[],
  { shown, tokens }: MeasuredFit,
  { limit, perFile }: RaiseParts,
): readonly LevelStep[] {
  const together = new Map<RepoPath, LevelStep>();
  let left = limit - tokens;
  for (const step of steps) {
    const growth = step.growth + (shown.has(step.path) ? 0 : perFile);
    if (together.has(step.path) || (together.size > 0 && growth > left)) continue;
    together.set(step.path, step);
    left -= growth;
  }
  return [...together.values()];
}

/** Takes all steps, or the first half, and so on. The result exceeds the limit if not even the first step fits. */
async function mostOf(
  steps: readonly LevelStep[],
  from: MeasuredFit,
  parts: RaiseParts,
): Promise<MeasuredFit> {
  const levels = steps.map(({ path, to }) => [path, to] as const);
  const fit = await parts.measure(new Map([...from.shown, ...levels]));
  if (fit.tokens <= parts.limit || steps.length === 1) return fit;
  return mostOf(steps.slice(0, Math.floor(steps.length / 2)), from, parts);
}
