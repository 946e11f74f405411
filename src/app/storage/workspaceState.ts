import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import {
  defaultItem,
  fileItemFromData,
  fileItemToData,
  isDefaultItem,
  type FileItem,
} from '../../core/items/fileItem';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import {
  DEFAULT_OPTIONS,
  optionsInStore,
  optionsToStore,
  type CompositionOptions,
} from '../../core/settings/compositionOptions';
import type { ReadyComposition, Storage } from '../ports';
import { loadValue, readStored, refuseNewer, revisionSchema, versionOf, type Loaded } from './storedValue';
import { heldFromStore, type HeldByPath } from '../composition/goneFiles';
import { savedViewSchema, type SavedView } from '../tree/savedView';

const viewSchema = v.object({
  ...savedViewSchema.entries,
  /** Paths of the files that were opened or ticked last, the newest first. */
  recent: v.fallback(v.array(v.string()), []),
});

/** How the user left a folder: its tree, and the files used last. */
export type StoredView = SavedView & { readonly recent: readonly string[] };

const STATE = {
  schema: v.object({
    /** Rises with every save, by whichever tab. */
    revision: v.optional(revisionSchema, 0),
    /**
     * Paths of plain items are stored as one string, parted by NUL (no path holds one): cloning 100,000 strings
     * into IndexedDB takes long enough to be felt, cloning one does not.
     */
    plainFiles: v.string(),
    files: v.array(v.unknown()),
    options: optionsInStore,
    /** Where it was stored before it had a key of its own. */
    view: v.optional(viewSchema),
  }),
  upgrades: [],
};

export interface WorkspaceState {
  readonly composition: CompositionChange;
  readonly view: StoredView;
  /** What ticked files held that were gone. */
  readonly held?: HeldByPath | undefined;
  /** Of what was stored; undefined where nothing was. */
  readonly revision: number | undefined;
}

export function compositionKey(id: string): string {
  return `workspace/${id}`;
}

export function viewKey(id: string): string {
  return `workspace/${id}/view`;
}

export function heldKey(id: string): string {
  return `workspace/${id}/held`;
}

export async function forgetWorkspaceState(storage: Storage, id: string): Promise<void> {
  const keys = [compositionKey(id), viewKey(id), heldKey(id)];
  await Promise.all(keys.map((key) => storage.remove(key)));
}

/** What is composed, as it is stored. */
export type StoredComposition = v.InferInput<typeof STATE.schema> & { readonly version: number };

/** What is composed, as it was stored. */
export interface ReadComposition {
  readonly items: ReadonlyMap<RepoPath, FileItem>;
  readonly options: CompositionOptions;
  readonly revision: number;
}

export function compositionToStore(composition: Composition, revision: number): StoredComposition {
  return {
    ...{ version: versionOf(STATE), revision },
    plainFiles: composition.plainPaths.join('\0'),
    files: composition.markedItems.map(fileItemToData),
    options: optionsToStore(composition.options),
  };
}

/** The same of what was read from a store. */
export function readToStore({ items, options, revision }: ReadComposition): StoredComposition {
  const all = [...items.values()];
  return {
    ...{ version: versionOf(STATE), revision },
    plainFiles: all
      .filter(isDefaultItem)
      .map(({ path }) => path)
      .join('\0'),
    files: all.filter((item) => !isDefaultItem(item)).map(fileItemToData),
    options: optionsToStore(options),
  };
}

/** Undefined for what cannot be read. Throws `NewerValue` for what a newer release has stored. */
export function compositionFromStore(stored: unknown): ReadComposition | undefined {
  refuseNewer(stored, STATE);
  const read = readStored(stored, STATE);
  return read.kind === 'found' ? readComposition(read.value) : undefined;
}

/** The revision of what is stored, without reading all of it. Throws `NewerValue` as `compositionFromStore` does. */
export function revisionInStore(stored: unknown): number | undefined {
  refuseNewer(stored, STATE);
  const checked = v.safeParse(v.pick(STATE.schema, ['revision']), stored);
  return checked.success ? checked.output.revision : undefined;
}

/** `first` is what a folder comes with that nothing has been composed in yet. */
export async function readWorkspaceState(
  storage: Storage,
  id: string,
  first: WorkspaceState | undefined,
): Promise<Loaded<WorkspaceState>> {
  const loaded = await loadValue(storage, compositionKey(id), STATE);
  if (loaded.kind === 'set-aside' || loaded.kind === 'newer') return loaded;
  const stored = v.safeParse(viewSchema, await storage.get(viewKey(id)));
  if (loaded.kind === 'absent') {
    const view = stored.success ? stored.output : (first?.view ?? v.parse(viewSchema, {}));
    return { kind: 'found', value: { composition: first?.composition ?? {}, view, revision: undefined } };
  }
  const view = stored.success ? stored.output : (loaded.value.view ?? v.parse(viewSchema, {}));
  const { items, options, revision } = readComposition(loaded.value);
  const held = heldFromStore(await storage.get(heldKey(id)));
  return { kind: 'found', value: { composition: { items, options }, view, held, revision } };
}

function readComposition({
  plainFiles,
  files,
  options,
  revision,
}: v.InferOutput<typeof STATE.schema>): ReadComposition {
  const items = plainItems(plainFiles === '' ? [] : plainFiles.split('\0'));
  for (const [path, item] of itemsOf(files)) items.set(path, item);
  return { items, options, revision };
}

/** The state of a folder that comes with a composition of its own and has not been open before. */
export function readyState(ready: ReadyComposition): WorkspaceState {
  const { files, expanded, instructions, task, fileTree } = ready;
  return {
    composition: { items: itemsOf(files), options: { ...DEFAULT_OPTIONS, instructions, task, fileTree } },
    view: v.parse(viewSchema, { expanded }),
    revision: undefined,
  };
}

/** Items as files outside the app hold them; what is none is left out. */
function itemsOf(data: readonly unknown[]): Map<RepoPath, FileItem> {
  const items = new Map<RepoPath, FileItem>();
  for (const each of data) {
    const read = fileItemFromData(each);
    if (read.kind === 'item') items.set(read.item.path, read.item);
  }
  return items;
}

function plainItems(paths: readonly string[]): Map<RepoPath, FileItem> {
  const items = new Map<RepoPath, FileItem>();
  for (const text of paths) {
    const parsed = parseRepoPath(text);
    if (parsed.kind === 'path') items.set(parsed.path, defaultItem(parsed.path));
  }
  return items;
}
