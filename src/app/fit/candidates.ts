import { focusedLines, LEAST_FOCUSED_TOKENS } from '../../core/fit/focusedLines';
import type { FitFile, FitLevel, LevelCost } from '../../core/fit/fit';
import type { RepoPath } from '../../core/files/repoPath';
import { deciderOf, type Decider } from '../../core/items/effectiveView';
import type { FileItem } from '../../core/items/fileItem';
import type { CustomSlice } from '../../core/slices/customSlice';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { Composition } from '../composition/composition.svelte';
import type { FileViews } from '../document/fileViews';
import type { ViewsWanted } from '../ports';
import type { References } from '../references/references';
import type { Slices } from '../slices/slices';
import type { FileTree } from '../tree/fileTree';

export interface FitSources {
  readonly composition: Composition;
  readonly references: References;
  readonly slices: Pick<Slices, 'anchor'>;
  readonly tree: FileTree;
  readonly views: FileViews;
}

/** A file that a proposal may show. */
export interface Candidate extends FitFile {
  /** The lines that each focused level shows. */
  readonly slices: ReadonlyMap<FitLevel, readonly CustomSlice[]>;
  readonly reasons: readonly string[];
}

/** A file and how likely it matters for the task. */
export interface WeighedFile {
  readonly path: RepoPath;
  readonly probability: number;
  readonly reasons: readonly string[];
}

/** Files whose views are measured for a proposal. */
export const MOST_MEASURED = 800;
/** Files that may be shown by their best lines. */
const MOST_FOCUSED = 200;
/** Marks the slices of a proposal, so that the next one may change them. */
export const FIT_TAG = 'relevant';

const SHARES: readonly (readonly [level: FitLevel, share: number])[] = [
  ['focusedFifth', 1 / 5],
  ['focusedThird', 1 / 3],
];

const OUTLINE: ViewRequest = { mode: 'outline' };

/**
 * Files whose view the user has set stay as they are. Full texts, outlines, and slices with the tag of a proposal may be
 * those of an earlier one.
 */
export function isByHand(item: FileItem, { options }: Pick<Composition, 'options'>): boolean {
  if (KEPT.has(deciderOf(item, options)) || item.astMask.length > 0) return true;
  if (item.customSlices.some(({ tag }) => tag !== FIT_TAG)) return true;
  return item.viewMode !== 'full' && item.viewMode !== 'outline' && item.viewMode !== 'custom';
}

const KEPT: ReadonlySet<Decider> = new Set(['notIncluded', 'excluded', 'forced', 'pinned', 'focus']);

/** Measures what each file costs at each level. `onprogress` gets the files measured and all. */
export async function measureCandidates(
  files: readonly WeighedFile[],
  task: string | undefined,
  sources: FitSources,
  {
    signal,
    onprogress,
  }: { readonly signal: AbortSignal; readonly onprogress: (done: number, total: number) => void },
): Promise<readonly Candidate[]> {
  const texts = files.filter(({ path }) => sources.tree.byPath(path)?.content?.kind === 'text');
  const large = texts.filter(({ path }) => fullTokens(path, sources) > LEAST_FOCUSED_TOKENS);
  const focused = task === undefined ? [] : large.slice(0, MOST_FOCUSED);
  const total = texts.length + focused.length;
  let done = 0;
  onprogress(0, total);
  const measure = async (wanted: readonly ViewsWanted[]): Promise<void> => {
    for (let at = 0; at < wanted.length && !signal.aborted; at += FILES_PER_STEP) {
      const some = wanted.slice(at, at + FILES_PER_STEP);
      await sources.views.measureBeside(some, signal, () => undefined);
      done += some.length;
      onprogress(done, total);
    }
  };
  await measure(texts.map(({ path }) => ({ path, views: [OUTLINE] })));
  const slices = await slicesOf(focused, task ?? '', sources, signal);
  await measure(
    Array.from(slices, ([path, byLevel]) => ({ path, views: Array.from(byLevel.values(), slicedView) })),
  );
  signal.throwIfAborted();
  return texts.map((file) => {
    const own = slices.get(file.path) ?? new Map<FitLevel, readonly CustomSlice[]>();
    return { ...file, slices: own, levels: levelsOf(file.path, own, sources) };
  });
}

/** Few enough that the progress moves, many enough that all workers are busy. */
const FILES_PER_STEP = 100;

/** How a file is shown at a level. */
export function viewAt({ slices }: Pick<Candidate, 'slices'>, level: FitLevel): ViewRequest {
  if (level === 'full') return { mode: 'full' };
  return level === 'outline' ? OUTLINE : slicedView(slices.get(level) ?? []);
}

function levelsOf(
  path: RepoPath,
  slices: ReadonlyMap<FitLevel, readonly CustomSlice[]>,
  sources: FitSources,
): readonly LevelCost[] {
  const levels: readonly FitLevel[] = ['outline', ...slices.keys(), 'full'];
  return levels.flatMap((level) => {
    const { measure } = sources.views.factsIn(path, viewAt({ slices }, level));
    return measure === undefined ? [] : [{ level, tokens: measure.tokens }];
  });
}

async function slicesOf(
  files: readonly WeighedFile[],
  task: string,
  { slices: anchoring, references, tree }: FitSources,
  signal: AbortSignal,
): Promise<ReadonlyMap<RepoPath, ReadonlyMap<FitLevel, readonly CustomSlice[]>>> {
  const found = new Map<RepoPath, ReadonlyMap<FitLevel, readonly CustomSlice[]>>();
  if (files.length === 0 || signal.aborted) return found;
  for (const { path, windows } of await references.windowsOf(
    task,
    files.map((file) => file.path),
  )) {
    const content = tree.byPath(path)?.content;
    if (signal.aborted) break;
    if (content?.kind !== 'text' || windows.length === 0) continue;
    const levels = new Map<FitLevel, readonly CustomSlice[]>();
    for (const [level, share] of SHARES) {
      const lines = focusedLines(windows, content.lines, share);
      const slices = await anchoring.anchor(
        path,
        lines.map((range) => ({ ...range, tag: FIT_TAG })),
      );
      if (slices !== undefined) levels.set(level, slices);
    }
    found.set(path, levels);
  }
  return found;
}

function slicedView(slices: readonly CustomSlice[]): ViewRequest {
  return { mode: 'custom', slices };
}

function fullTokens(path: RepoPath, { views }: FitSources): number {
  return views.factsIn(path, { mode: 'full' }).fullTokens;
}
