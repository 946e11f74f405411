import type { BodyTokens } from '../../core/document/plan';
import { LEAST_FOCUSED_TOKENS } from '../../core/fit/focusedLines';
import type { Fit, FitFile, FitLevel, LevelCost } from '../../core/fit/fit';
import { outlineTells } from '../../core/fit/relevance';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { deciderOf, type Decider } from '../../core/items/effectiveView';
import type { FileItem } from '../../core/items/fileItem';
import { FULL } from '../../core/views/modes/full';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { Composition } from '../composition/composition.svelte';
import type { FileViews } from '../document/fileViews';
import type { FocusedFile, SymbolCount, ViewsWanted } from '../ports/engine';
import type { LikelyFiles } from '../references/likelyFiles.svelte';
import type { References } from '../references/references';
import type { FileTree } from '../tree/fileTree';

export interface FitSources {
  /** Files whose items a proposal was the last to set. Settings may pin them, but the user hasn't set them by hand. */
  readonly fitted: Set<RepoPath>;
  readonly composition: Composition;
  readonly references: References;
  /** Dismissed files are proposed only if they are selected. */
  readonly likely: Pick<LikelyFiles, 'dismissedPaths'>;
  readonly tree: FileTree;
  readonly views: FileViews;
}

/** A level with its view and its measurements. */
export interface MeasuredLevel extends LevelCost, BodyTokens {
  readonly view: ViewRequest;
}

/** A file that a proposal may show. */
export interface Candidate extends FitFile<MeasuredLevel> {
  readonly reasons: readonly string[];
  /** The content that was measured. */
  readonly content: FileContent;
}

export type ShownFiles = Fit<MeasuredLevel>;

/** A file and how likely it matters for the task. */
export interface WeighedFile {
  readonly path: RepoPath;
  readonly probability: number;
  readonly reasons: readonly string[];
}

/** The maximum number of files to measure for a proposal. */
export const MOST_MEASURED = 800;
/** The maximum number of files with focused levels. */
const MOST_FOCUSED = 200;
/** Marks the slices of a proposal, so that the next one may change them. */
export const FIT_TAG = 'relevant';

const SHARES: readonly (readonly [level: FitLevel, share: number])[] = [
  ['focusedFifth', 1 / 5],
  ['focusedThird', 1 / 3],
];

export const OUTLINE: ViewRequest = { mode: 'outline' };

/**
 * Files whose view the user has set stay as they are. Full texts, outlines, and slices with `FIT_TAG` may come from an
 * earlier proposal.
 */
function isByHand(item: FileItem, { composition: { options }, fitted }: ByHandParts): boolean {
  const decider = deciderOf(item, options);
  const isFitted = decider === 'pinned' && fitted.has(item.path);
  if ((KEPT.has(decider) && !isFitted) || item.astMask.length > 0) return true;
  if (item.astSignatures || item.astDefinitions) return true;
  if (item.customSlices.some(({ tag }) => tag !== FIT_TAG)) return true;
  return item.viewMode !== 'full' && item.viewMode !== 'outline' && item.viewMode !== 'custom';
}

const KEPT: ReadonlySet<Decider> = new Set(['notIncluded', 'excluded', 'forced', 'pinned', 'focus']);

/** Returns whether a proposal may choose how a file is shown. */
export function isFree(path: RepoPath, parts: ByHandParts): boolean {
  const item = parts.composition.item(path);
  return item === undefined || !isByHand(item, parts);
}

type ByHandParts = Pick<FitSources, 'composition' | 'fitted'>;

interface Watched {
  readonly signal: AbortSignal;
  /** Receives the number of measured views and the total. */
  readonly onprogress: (done: number, total: number) => void;
}

/** Measures the cost of each file at each level. Beyond the most likely files, only the full text is considered. */
export async function measureCandidates(
  files: readonly WeighedFile[],
  task: string | undefined,
  sources: FitSources,
  { signal, onprogress }: Watched,
): Promise<readonly Candidate[]> {
  const texts = files
    .filter(({ path }) => contentOf(path, sources)?.kind === 'text')
    .sort((one, other) => other.probability - one.probability)
    .slice(0, MOST_MEASURED)
    .map(({ path }) => path);
  const large = texts.filter((path) => fullTokens(path, sources) > LEAST_FOCUSED_TOKENS);
  const focused = task === undefined ? [] : large.slice(0, MOST_FOCUSED);
  const total = texts.length + focused.length;
  let done = 0;
  onprogress(0, total);
  const measure = async (wanted: readonly ViewsWanted[]): Promise<void> => {
    for (let at = 0; at < wanted.length && !signal.aborted; at += FILES_PER_STEP) {
      const some = wanted.slice(at, at + FILES_PER_STEP);
      await sources.views.measureBeside(some.filter(isNew(sources)), signal, () => undefined);
      done += some.length;
      onprogress(done, total);
    }
  };
  await measure(texts.map((path) => ({ path, views: [OUTLINE], symbolCount: true })));
  signal.throwIfAborted();
  const focusedViews = await focusedViewsOf(focused, task ?? '', sources);
  await measure(
    Array.from(focusedViews, ([path, views]) => ({ path, views: views.map(([, view]) => view) })),
  );
  signal.throwIfAborted();
  const outlined = new Set(texts.filter((path) => outlineTells(symbolsIn(path, sources))));
  return files.flatMap((file) => {
    const { path } = file;
    const content = contentOf(path, sources);
    if (content === undefined || content.kind === 'missing') return [];
    const outline: LevelViews = outlined.has(path) ? [['outline', OUTLINE]] : [];
    const shown: LevelViews = [...outline, ...(focusedViews.get(path) ?? []), ['full', FULL]];
    const levels = shown.flatMap(([level, view]) => {
      const { measure: block } = sources.views.factsIn(path, view);
      return block === undefined
        ? []
        : [{ level, view, tokens: block.tokens, tokensAsLast: block.tokensAsLast }];
    });
    return [{ ...file, content, levels }];
  });
}

/** Small enough to keep the progress bar moving, large enough to keep all workers busy. */
const FILES_PER_STEP = 100;

type LevelViews = readonly (readonly [level: FitLevel, view: ViewRequest])[];

function isNew(sources: FitSources): (wanted: ViewsWanted) => boolean {
  const isMeasured = (path: RepoPath, view: ViewRequest) =>
    sources.views.factsIn(path, view).measure !== undefined;
  return ({ path, views, symbolCount }) =>
    !views.every((view) => isMeasured(path, view)) ||
    (symbolCount === true && symbolsIn(path, sources) === undefined);
}

/** Returns views of each file's best lines, one per focused level. */
async function focusedViewsOf(
  paths: readonly RepoPath[],
  task: string,
  { references }: FitSources,
): Promise<ReadonlyMap<RepoPath, LevelViews>> {
  if (paths.length === 0) return new Map();
  const shares = SHARES.map(([, share]) => share);
  const files = await references.focus({ task, paths, shares, tag: FIT_TAG });
  return new Map(files.map(({ path, levels }) => [path, viewsOf(levels)]));
}

function viewsOf(levels: FocusedFile['levels']): LevelViews {
  return SHARES.flatMap(([level], at) => {
    const slices = levels[at] ?? [];
    return slices.length === 0 ? [] : [[level, { mode: 'custom', slices }] as const];
  });
}

function symbolsIn(path: RepoPath, { tree }: FitSources): SymbolCount | undefined {
  return tree.byPath(path)?.symbols;
}

function contentOf(path: RepoPath, { tree }: FitSources): FileContent | undefined {
  return tree.byPath(path)?.content;
}

function fullTokens(path: RepoPath, { views }: FitSources): number {
  return views.factsIn(path, { mode: 'full' }).fullTokens;
}
