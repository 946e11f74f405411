import { escapeLine } from '../../core/compose/escapePath';
import { describeLookalike, findLookalikes, type Lookalike } from '../../core/files/lookalikes';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import type { LikelyPath } from '../../core/items/movedFiles';
import { tickQuestion } from '../../core/items/tickQuestion';
import { describeDifferences, diffComposition, type Difference } from '../../core/presets/difference';
import type { Preset } from '../../core/presets/preset';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { GoneFiles } from '../composition/goneFiles.svelte';
import { undoOffer } from '../composition/undoOffer';
import type { Notify } from '../notify';
import { composed, presetChange } from './presets.svelte';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode } from '../tree/treeNode';

interface Place {
  readonly composition: Composition;
  readonly tree: FileTree;
}

/** The effect of applying a preset. */
export interface PresetPlan {
  readonly differences: readonly Difference[];
  /** Files that the folder does not have, each with its likely new path. */
  readonly gone: readonly GoneFile[];
  /** Gone files for which the user has not accepted a new path either. */
  readonly missing: readonly RepoPath[];
  /** Screenshots and documents that the folder does not have. They stay in the composition, which says so. */
  readonly missingAdded: readonly RepoPath[];
  /** Files that need a confirmation, because they are very large or their names suggest secrets. */
  readonly asked: readonly RepoPath[];
  /** Files whose names look like those of other files. */
  readonly lookalikes: readonly Lookalike[];
  readonly change: CompositionChange;
}

export interface GoneFile {
  readonly path: RepoPath;
  readonly likely: LikelyPath | undefined;
}

/** The user's answers to a plan. */
export interface PlanChoices {
  /** Gone files to take from their likely new paths. */
  readonly moved: ReadonlySet<RepoPath>;
  readonly withAsked: boolean;
}

export const NO_CHOICES: PlanChoices = { moved: new Set(), withAsked: false };

/** Likely new paths of gone files. */
export type LikelyPlaces = ReadonlyMap<RepoPath, LikelyPath>;

interface Searched {
  readonly tree: FileTree;
  readonly gone: Pick<GoneFiles, 'lookFor'>;
  list(paths: readonly RepoPath[]): Promise<void>;
}

/** Everything that applying a preset needs. */
export type PresetPlace = Place & Searched;

/** Lists preset files in left-out folders and searches for gone ones. Call before `planPreset`. */
export async function lookForFiles(place: Searched, preset: Preset): Promise<LikelyPlaces> {
  const { files } = preset;
  await place.list([...files.map(({ path }) => path), ...addedPaths(preset)]);
  const items = files.filter(({ path }) => presentFile(place.tree, path) === undefined);
  if (items.length === 0) return new Map();
  const moved = await place.gone.lookFor(
    items.map(({ path, customSlices: [slice] }) => ({ path, hash: slice?.fileHash })),
  );
  return new Map(moved.flatMap(({ path, likely: [first] }) => (first === undefined ? [] : [[path, first]])));
}

interface PlanParts {
  readonly likely?: LikelyPlaces | undefined;
  readonly choices?: PlanChoices;
}

export function planPreset(
  { composition, tree }: Place,
  preset: Preset,
  { likely = new Map(), choices = NO_CHOICES }: PlanParts = {},
): PresetPlan {
  const fileAt = (path: RepoPath) => presentFile(tree, path);
  const gone = preset.files.flatMap(({ path }) =>
    fileAt(path) === undefined ? [{ path, likely: likely.get(path) }] : [],
  );
  const files = withMoved(preset.files, gone, choices.moved);
  const paths = files.map(({ path }) => path);
  const missing = paths.filter((path) => fileAt(path) === undefined);
  const asked = paths.filter((path) => {
    const file = fileAt(path);
    return file !== undefined && tickQuestion(file) !== undefined;
  });
  const unwanted = new Set(choices.withAsked ? [] : asked);
  const wanted = { ...preset, files: files.filter(({ path }) => !unwanted.has(path)) };
  const applied = presetChange(composition, wanted, (path) => fileAt(path) !== undefined);
  const presetPaths = new Map(
    preset.files.flatMap(({ path }, index): [RepoPath, string][] => {
      const used = files[index]?.path ?? path;
      if (applied.items?.get(used) === undefined) return [[path, '']];
      return used === path ? [] : [[path, used]];
    }),
  );
  const change = { ...applied, options: { ...applied.options, presetPaths } };
  const lookalikes = findLookalikes(
    preset.files.map(({ path }) => path),
    { all: filesOf(tree), has: (path) => fileAt(path) !== undefined },
  );
  const missingAdded = addedPaths(preset).filter((path) => fileAt(path) === undefined);
  const differences = differencesOf(composition, change);
  return { differences, gone, missing, missingAdded, asked, lookalikes, change };
}

/** The paths of the screenshots and documents of a preset. */
function addedPaths({ screenshots, settings: { documents = [] } }: Preset): readonly RepoPath[] {
  const paths = [...screenshots, ...documents].map(({ source }) => source as RepoPath); // presets have no attachments
  return [...new Set(paths)];
}

/** Applies a preset in one step and reports the changes. */
export function applyPlan(composition: Composition, name: string, plan: PresetPlan, notify: Notify): void {
  const step = `Apply preset ${name}`;
  const isStep = composition.apply(plan.change, step);
  const alike = new Set(plan.lookalikes.map(({ path }) => path));
  const missing = plan.missing.filter((path) => !alike.has(path));
  const isUnused = (path: RepoPath) => plan.change.items?.get(path) === undefined;
  const left = plan.asked.filter(isUnused);
  const placeOf = new Map(
    plan.gone.map(({ path, likely }) => [
      path,
      likely && isUnused(likely.path) ? `; probably now ${escapeLine(likely.path)}` : '',
    ]),
  );
  notify({
    kind: missing.length + plan.missingAdded.length + alike.size + left.length > 0 ? 'warning' : 'done',
    text: `Applied preset ${name}. Changes: ${describeDifferences(plan.differences)}.`,
    details: [
      ...plan.lookalikes.map(describeLookalike),
      ...missing.map((path) => `${escapeLine(path)} is missing from this folder${placeOf.get(path) ?? ''}.`),
      ...plan.missingAdded.map((path) => `${escapeLine(path)} is missing from this folder.`),
      ...left.map(
        (path) => `${escapeLine(path)} is not selected, because it may contain secrets or is very large.`,
      ),
    ],
    ...(isStep && { offer: undoOffer(composition, step, notify) }),
  });
}

function differencesOf(composition: Composition, { items, options }: CompositionChange) {
  const before = composition.paths.flatMap((path) => composition.item(path) ?? []);
  const after = [...(items?.values() ?? [])].filter((item) => item !== undefined);
  const changed = { ...composition.options, ...options };
  return diffComposition(composed(before, composition.options), composed(after, changed));
}

/** The files, with moved ones at their new paths unless another file of the preset has that path. */
function withMoved(
  files: readonly FileItem[],
  gone: readonly GoneFile[],
  moved: ReadonlySet<RepoPath>,
): readonly FileItem[] {
  const there = new Set(files.map(({ path }) => path));
  const newPath = new Map(gone.map(({ path, likely }) => [path, likely?.path] as const));
  return files.map((item) => {
    const path = moved.has(item.path) ? newPath.get(item.path) : undefined;
    if (path === undefined || there.has(path)) return item;
    there.add(path);
    return { ...item, path };
  });
}

function* filesOf({ root }: FileTree): Iterable<RepoPath> {
  for (const { path, missing } of filesIn(root)) if (!missing) yield path;
}

function presentFile(tree: FileTree, path: RepoPath): FileNode | undefined {
  const node = tree.byPath(path);
  return node?.kind === 'file' && !node.missing ? node : undefined;
}
