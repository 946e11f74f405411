/**
 * Chooses how much of each file to show, so that the files that most likely matter for a task fit into a budget. Each
 * file has levels: a cost in tokens, and how useful the file is at that cost. The levels of a file are taken in steps,
 * best first; a step that does not fit is left out. All costs are whole tokens and ties are broken by path, so the same
 * input gives the same result.
 */
import { compareRepoPaths, type RepoPath } from '../files/repoPath';

/** How much of a file is shown. The two focused views show the best lines for the task, up to a fifth or a third of the file. */
export const FIT_LEVELS = ['outline', 'focusedFifth', 'focusedThird', 'full'] as const;

export type FitLevel = (typeof FIT_LEVELS)[number];

/** How useful a file is at a level, compared with its full text. */
export const UTILITY: Readonly<Record<FitLevel, number>> = {
  outline: 0.25,
  focusedFifth: 0.6,
  focusedThird: 0.72,
  full: 1,
};

/** Tokens of a file at a level, all that the document grows by included. */
export interface LevelCost {
  readonly level: FitLevel;
  readonly tokens: number;
}

export interface FitFile {
  readonly path: RepoPath;
  /** How likely the file matters. Only the ratio between files counts. */
  readonly probability: number;
  readonly levels: readonly LevelCost[];
}

/** The level of each file that is shown. */
export type Fit = ReadonlyMap<RepoPath, LevelCost>;

/** Tokens to keep free for the names of files that are not shown. */
export function namesReserve(files: number, budget: number): number {
  return Math.floor(Math.min(12 * files, budget / 10));
}

/**
 * Returns a function that fits these files into a room, which is the number of tokens that all of them together may take. Its
 * calls share the work that does not depend on the room.
 */
export function fitterOf(files: readonly FitFile[]): (room: number) => Fit {
  const steps = files.flatMap(stepsOf).sort(byWorth);
  return (room) => {
    const shown = new Map<RepoPath, LevelCost>();
    let left = takeSteps(steps, room, shown);
    // Levels beside the steps may fit where a step did not.
    for (let before = Infinity; left < before;) {
      before = left;
      left = fillUp(files, left, shown);
    }
    return shown;
  };
}

interface Step {
  readonly path: RepoPath;
  readonly to: LevelCost;
  /** Tokens. */
  readonly growth: number;
  readonly worth: number;
}

/** Takes the steps, best first. Returns the room left. */
function takeSteps(steps: readonly Step[], room: number, shown: Map<RepoPath, LevelCost>): number {
  const blocked = new Set<RepoPath>();
  let left = room;
  for (const { path, to, growth } of steps) {
    if (blocked.has(path)) continue;
    if (growth > left) {
      blocked.add(path);
      continue;
    }
    shown.set(path, to);
    left -= growth;
  }
  return left;
}

/** Takes any level that still fits, best first. Returns the room left. */
function fillUp(files: readonly FitFile[], room: number, shown: Map<RepoPath, LevelCost>): number {
  const raised = new Set<RepoPath>();
  let left = room;
  const steps = files.flatMap((file) => {
    const from = shown.get(file.path);
    const most = room + (from?.tokens ?? 0);
    return file.levels
      .filter(({ level, tokens }) => tokens <= most && UTILITY[level] > utilityOf(from))
      .map((to) => stepTo(file, from, to));
  });
  for (const { path, to, growth } of steps.sort(byWorth)) {
    if (growth > left || raised.has(path)) continue;
    raised.add(path);
    shown.set(path, to);
    left -= growth;
  }
  return left;
}

/**
 * The steps of one file along the upper hull of cost and utility: a level below the line between two others is no step.
 * A step is worth no more than the one before, which must be taken first.
 */
function stepsOf(file: FitFile): readonly Step[] {
  const steps: Step[] = [];
  for (const to of hullOf(file.levels)) {
    const before = steps.at(-1);
    const step = stepTo(file, before?.to, to);
    steps.push({ ...step, worth: Math.min(step.worth, before?.worth ?? Infinity) });
  }
  return steps;
}

function stepTo({ path, probability }: FitFile, from: LevelCost | undefined, to: LevelCost): Step {
  const growth = to.tokens - (from?.tokens ?? 0);
  const gain = UTILITY[to.level] - utilityOf(from);
  return { path, to, growth, worth: (probability * gain) / Math.max(1, growth) ** 0.75 };
}

function hullOf(levels: readonly LevelCost[]): readonly LevelCost[] {
  const hull: LevelCost[] = [];
  const byCost = levels.toSorted(
    (one, other) => one.tokens - other.tokens || UTILITY[other.level] - UTILITY[one.level],
  );
  for (const level of byCost) {
    if (UTILITY[level.level] <= utilityOf(hull.at(-1))) continue;
    while (hull.length > 0 && isBelow(hull.at(-2), hull.at(-1), level)) hull.pop();
    hull.push(level);
  }
  return hull;
}

/** Whether a level lies on or below the line between the one before it and the one after it. */
function isBelow(before: LevelCost | undefined, level: LevelCost | undefined, after: LevelCost): boolean {
  const [tokens, utility] = [before?.tokens ?? 0, utilityOf(before)];
  const gain = utilityOf(level) - utility;
  return gain * (after.tokens - tokens) <= (utilityOf(after) - utility) * ((level?.tokens ?? 0) - tokens);
}

function utilityOf(level: LevelCost | undefined): number {
  return level === undefined ? 0 : UTILITY[level.level];
}

/** Steps of one file keep their order. */
function byWorth(one: Step, other: Step): number {
  return other.worth - one.worth || compareRepoPaths(one.path, other.path);
}
