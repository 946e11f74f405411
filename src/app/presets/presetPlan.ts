import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem } from '../../core/items/fileItem';
import { findMoved, type LikelyPath } from '../../core/items/movedFiles';
import { describeDifferences, diffComposition, type Difference } from '../../core/presets/difference';
import type { Preset } from '../../core/presets/preset';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import { knownOf } from '../composition/goneFiles';
import type { Notify } from '../notify';
import { presetChange, settingsOf } from './presets.svelte';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode } from '../tree/treeNode';

interface Place {
  readonly composition: Composition;
  readonly tree: FileTree;
}

/** What applying a preset would do. */
export interface PresetPlan {
  readonly differences: readonly Difference[];
  /** Files that the folder has not, with where each may be now. */
  readonly gone: readonly GoneFile[];
  /** Files that are not ticked unasked: those that hold secrets by their name, or are very large. */
  readonly asked: readonly RepoPath[];
  readonly change: CompositionChange;
}

export interface GoneFile {
  readonly path: RepoPath;
  readonly likely: LikelyPath | undefined;
}

/** What the user says to it. */
export interface PlanChoices {
  /** Files that are gone, and are to be taken from where they may be now. */
  readonly moved: ReadonlySet<RepoPath>;
  readonly withAsked: boolean;
}

export const NO_CHOICES: PlanChoices = { moved: new Set(), withAsked: false };

export function planPreset(place: Place, preset: Preset, choices: PlanChoices = NO_CHOICES): PresetPlan {
  const { composition, tree } = place;
  const fileAt = (path: RepoPath) => presentFile(tree, path);
  const gone = goneFiles(tree, preset);
  const files = withMoved(preset.files, gone, choices.moved);
  const asked = files.map(({ path }) => path).filter((path) => isAskedAbout(fileAt(path)));
  const unwanted = new Set(choices.withAsked ? [] : asked);
  const wanted = { ...preset, files: files.filter(({ path }) => !unwanted.has(path)) };
  const change = presetChange(composition, wanted, (path) => fileAt(path) !== undefined);
  return { differences: differencesOf(composition, change), gone, asked, change };
}

/** Applies a preset in one step, and says what has changed. */
export function applyPlan(composition: Composition, name: string, plan: PresetPlan, notify: Notify): void {
  const step = `Apply preset ${name}`;
  composition.apply(plan.change, step);
  const missing = plan.gone.filter(({ likely }) => !likely || !plan.change.items?.get(likely.path));
  notify({
    kind: missing.length > 0 ? 'warning' : 'done',
    text: `Preset ${name} is applied. Changed: ${describeDifferences(plan.differences)}.`,
    details: missing.map(({ path }) => `${path} is not in this folder.`),
    offer: {
      label: 'Undo',
      run() {
        // A message about this step takes no later one back.
        if (composition.undoName === step) composition.undo();
        else notify({ kind: 'info', text: 'Something else was changed since; undo that first.' });
      },
    },
  });
}

function differencesOf(composition: Composition, { items, options }: CompositionChange) {
  const before = composition.paths.flatMap((path) => composition.item(path) ?? []);
  const after = [...(items?.values() ?? [])].filter((item) => item !== undefined);
  const changed = { ...composition.options, ...options };
  return diffComposition(
    { files: before, settings: settingsOf(composition.options) },
    { files: after, settings: settingsOf(changed) },
  );
}

function goneFiles(tree: FileTree, preset: Preset): readonly GoneFile[] {
  const isGone = ({ path }: FileItem) => presentFile(tree, path) === undefined;
  const gone = preset.files
    .filter(isGone)
    .map(({ path, customSlices: [slice] }) => ({ path, hash: slice?.fileHash }));
  if (gone.length === 0) return [];
  const files = filesIn(tree.root).filter(({ missing, leftOut }) => !missing && leftOut === undefined);
  return findMoved(gone, files.map(knownOf)).map(({ path, likely: [first] }) => ({ path, likely: first }));
}

/** The files, those that were moved at their new place, unless that is one of the others. */
function withMoved(
  files: readonly FileItem[],
  gone: readonly GoneFile[],
  moved: ReadonlySet<RepoPath>,
): readonly FileItem[] {
  const there = new Set(files.map(({ path }) => path));
  const newPath = new Map(gone.map(({ path, likely }) => [path, likely?.path] as const));
  return files.map((item) => {
    const path = moved.has(item.path) ? newPath.get(item.path) : undefined;
    return path === undefined || there.has(path) ? item : { ...item, path };
  });
}

function presentFile(tree: FileTree, path: RepoPath): FileNode | undefined {
  const node = tree.byPath(path);
  return node?.kind === 'file' && !node.missing ? node : undefined;
}

function isAskedAbout(file: FileNode | undefined): boolean {
  if (file === undefined || file.ticked) return false;
  return file.leftOut?.source === 'sensitive' || file.content?.kind === 'unread';
}
