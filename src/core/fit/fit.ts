/**
 * Chooses how much of each file to show, so that the files most likely to matter for a task fit into a budget. Each
 * file has levels, each with a cost in tokens and a utility. Files move up their levels in steps, best first; a step
 * that does not fit is skipped. All costs are whole tokens and ties are broken by path, so the same input gives the
 * same result.
 */
import { compareRepoPaths, type RepoPath } from '../files/repoPath';

/** Levels of detail. The focused levels show the best lines for the task, up to a fifth or a third of the file. */
export const FIT_LEVELS = ['outline', 'focusedFifth', 'focusedThird', 'full'] as const;

export type FitLevel = (typeof FIT_LEVELS)[number];

/** The utility of a file at each level, relative to its full text. */
export const UTILITY: Readonly<Record<FitLevel, number>> = {
  outline: 0.25,
  focusedFifth: 0.6,
  focusedThird: 0.72,
  full: 1,
};

/** The cost of a level: all tokens that it adds to the document. */
export interface LevelCost {
  readonly level: FitLevel;
  readonly tokens: number;
}

export interface FitFile<Level extends LevelCost = LevelCost> {
  readonly path: RepoPath;
  /** The likelihood that the file matters. Only ratios between files count. */
  readonly probability: number;
  readonly levels: readonly Level[];
}

/** The level of each file that is shown. */
export type Fit<Level extends LevelCost = LevelCost> = ReadonlyMap<RepoPath, Level>;

/** The change of one file to a higher level. */
export interface Step<Level extends LevelCost = LevelCost> {
  readonly path: RepoPath;
  readonly to: Level;
  /** In tokens. */
  readonly growth: number;
  readonly worth: number;
}

/** Returns the tokens to reserve for the names of files that are not shown. */
export function namesReserve(files: number, budget: number): number {
  return Math.floor(Math.min(12 * files, budget / 10));
}

/**
 * Returns a function that fits these files into `room`, the number of tokens that they may take together. Its calls
 * share the work that does not depend on the room.
 */
export function fitterOf(files: readonly FitFile[]): (room: number) => Fit {
  const steps = files.flatMap(stepsOf).sort(byWorth);
  return (room) => {
    const shown = new Map<RepoPath, LevelCost>();
    let left = takeSteps(steps, room, shown);
    // Levels off the hull may fit where a step did not.
    for (let before = Infinity; left < before;) {
      before = left;
      left = fillUp(files, left, shown);
    }
    return shown;
  };
}

/** Returns all steps up from the levels in `shown` that add at most `room` tokens each, best first. */
export function stepsWithin<Level extends LevelCost>(
  files: readonly FitFile<Level>[],
  shown: Fit<Level>,
  room: number,
): readonly Step<Level>[] {
  const steps = files.flatMap((file) => {
    const from = shown.get(file.path);
    const most = room + (from?.tokens ?? 0);
    return file.levels
      .filter(({ level, tokens }) => tokens <= most && UTILITY[level] > utilityOf(from))
      .map((to) => stepTo(file, from, to));
  });
  return steps.sort(byWorth);
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
  for (const { path, to, growth } of stepsWithin(files, shown, room)) {
    if (growth > left || raised.has(path)) continue;
    raised.add(path);
    shown.set(path, to);
    left -= growth;
  }
  return left;
}

/**
 * The steps of one file along the upper hull of cost and utility; levels below the line between two others are skipped.
 * The worth of a step is capped by that of the step before it, which must be taken first.
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

function stepTo<Level extends LevelCost>(
  { path, probability }: FitFile,
  from: LevelCost | undefined,
  to: Level,
): Step<Level> {
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

/** Returns whether a level lies on or below the line between its neighbors. */
function isBelow(before: LevelCost | undefined, level: LevelCost | undefined, after: LevelCost): boolean {
  const [tokens, utility] = [before?.tokens ?? 0, utilityOf(before)];
  const gain = utilityOf(level) - utility;
  return gain * (after.tokens - tokens) <= (utilityOf(after) - utility) * ((level?.tokens ?? 0) - tokens);
}

function utilityOf(level: LevelCost | undefined): number {
  return level === undefined ? 0 : UTILITY[level.level];
}

/** Relies on a stable sort: steps of one file keep their order. */
function byWorth(one: Step, other: Step): number {
  return other.worth - one.worth || compareRepoPaths(one.path, other.path);
}
