import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../core/files/repoPath';
import {
  defaultItem,
  fileItemFromData,
  fileItemToData,
  isDefaultItem,
  type FileItem,
} from '../core/items/fileItem';
import type { Composition, CompositionChange } from './composition.svelte';
import type { ReadyComposition, Storage } from './ports';
import { loadValue, type Loaded } from './storedValue';
import { savedViewSchema, type SavedView } from './tree/savedView';

const VERSION = 1;

/**
 * Paths of plain items are stored as one string, parted by NUL (no path holds one): cloning 100,000 strings
 * into IndexedDB takes long enough to be felt, cloning one does not.
 */
const stateSchema = v.object({
  version: v.literal(VERSION),
  plainFiles: v.string(),
  files: v.array(v.unknown()),
  options: v.object({
    instructions: v.string(),
    task: v.string(),
    fileTree: v.picklist(['off', 'selected', 'all']),
  }),
  view: savedViewSchema,
});

export interface WorkspaceState {
  readonly composition: CompositionChange;
  readonly view: SavedView;
}

export function workspaceStateOf(
  composition: Composition,
  view: SavedView,
): v.InferInput<typeof stateSchema> {
  const plain: RepoPath[] = [];
  const files: unknown[] = [];
  for (const path of composition.paths) {
    const item = composition.item(path);
    if (item === undefined) continue;
    if (isDefaultItem(item)) plain.push(path);
    else files.push(fileItemToData(item));
  }
  return { version: VERSION, plainFiles: plain.join('\0'), files, options: composition.options, view };
}

export async function readWorkspaceState(storage: Storage, id: string): Promise<Loaded<WorkspaceState>> {
  const loaded = await loadValue(storage, `workspace/${id}`, stateSchema);
  if (loaded.kind !== 'found') return loaded;
  const { plainFiles, files, options, view } = loaded.value;
  const items = plainItems(plainFiles === '' ? [] : plainFiles.split('\0'));
  for (const data of files) {
    const item = fileItemFromData(data);
    if (item.kind === 'item') items.set(item.item.path, item.item);
  }
  return { kind: 'found', value: { composition: { items, options }, view } };
}

/** The state of a folder that comes with a composition of its own and has not been open before. */
export function readyState(ready: ReadyComposition): WorkspaceState {
  const { files, expanded, instructions, task, fileTree } = ready;
  return {
    composition: { items: plainItems(files), options: { instructions, task, fileTree } },
    view: v.parse(savedViewSchema, { expanded }),
  };
}

function plainItems(paths: readonly string[]): Map<RepoPath, FileItem> {
  const items = new Map<RepoPath, FileItem>();
  for (const text of paths) {
    const parsed = parseRepoPath(text);
    if (parsed.kind === 'path') items.set(parsed.path, defaultItem(parsed.path));
  }
  return items;
}
