import * as v from 'valibot';
import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import {
  defaultItem,
  fileItemFromData,
  fileItemToData,
  isPlainItem,
  type FileItem,
} from '../../core/items/fileItem';
import type { Composition, CompositionChange } from '../composition/composition.svelte';
import {
  DEFAULT_OPTIONS,
  optionsInStore,
  optionsToStore,
  type CompositionOptions,
} from '../../core/settings/compositionOptions';
import type { ReadyComposition } from '../ports/folders';
import type { Storage } from '../ports/storage';
import {
  loadValue,
  readStored,
  refuseNewer,
  revisionSchema,
  toStored,
  type StoreAndNotify,
} from './storedValue';
import type { HeldByPath } from '../composition/heldContents';
import type { ContentHash } from '../../core/files/fileContent';
import { searchFieldsSchema } from './searchFields';
import { savedViewSchema } from '../tree/savedView';

const viewSchema = v.object({
  ...savedViewSchema.entries,
  /** Paths of the files that were opened or ticked last, newest first. */
  recent: v.fallback(v.array(v.string()), []),
  /** Absent until somebody searches in files. */
  search: v.fallback(v.optional(searchFieldsSchema), undefined),
});

export const VIEW = { label: 'the tree view of this folder', schema: viewSchema, upgrades: [] };

/** Path, hash and lines of each file. */
export const HELD = {
  label: 'the data for finding missing files',
  schema: v.object({ list: v.array(v.tuple([v.string(), v.string(), v.number()])) }),
  upgrades: [],
};

/** The tree state of a folder and its recent files. */
export type StoredView = Readonly<v.InferOutput<typeof viewSchema>>;

const STATE = {
  label: 'the selection and settings of this folder',
  schema: v.object({
    /** Incremented with every save by any tab. */
    revision: v.optional(revisionSchema, 0),
    /**
     * Paths of plain items as one string, separated by NUL, which no path contains: cloning 100,000 strings into IndexedDB
     * is noticeably slow, cloning one is not.
     */
    plainFiles: v.string(),
    /** Times of exports, each with the paths of the plain items that were in it, in the same form. */
    plainExports: v.fallback(v.optional(v.array(v.tuple([v.string(), v.string()])), []), []),
    files: v.array(v.unknown()),
    options: optionsInStore,
    /** Older releases stored the view here. It now has its own key. */
    view: v.optional(viewSchema),
  }),
  upgrades: [],
};

export interface WorkspaceState {
  readonly composition: CompositionChange;
  readonly view: StoredView;
  /** Contents of ticked files that are gone. */
  readonly held?: HeldByPath | undefined;
  /** Revision of the stored composition; undefined if there was none. */
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

/** The keys of discussions are this prefix and their id. */
export function discussionPrefix(id: string): string {
  return `workspace/${id}/discussion/`;
}

/** The keys of attachments are this prefix and their name. */
export function attachmentPrefix(id: string): string {
  return `workspace/${id}/attachment/`;
}

/** The keys of turns. They are not in backups, because their texts stay in this browser. */
export function turnPrefix(id: string): string {
  return `turn/${id}/`;
}

/** The keys of file batches. They are not in backups, because they undo what was done to the folder on this machine. */
export function fileBatchPrefix(id: string): string {
  return `files/${id}/`;
}

export function replyKey(id: string): string {
  return `workspace/${id}/reply`;
}

/** The keys of pages are this prefix and their address. They are not in backups, because they are kept for a day. */
export function pagePrefix(id: string): string {
  return `page/${id}/`;
}

/** The decisions about secrets. They are not in backups: without this browser's salt, they say nothing. */
export function secretsKey(id: string): string {
  return `secrets/${id}`;
}

/** All that is stored of a folder, with its keys. */
export async function stateOf(
  storage: Storage,
  id: string,
): Promise<readonly (readonly [key: string, value: unknown])[]> {
  const prefixes = [`${compositionKey(id)}/`, turnPrefix(id), fileBatchPrefix(id), pagePrefix(id)];
  const entries = await Promise.all(prefixes.map((prefix) => storage.entries(prefix)));
  const alone = await Promise.all(
    [compositionKey(id), secretsKey(id)].map(async (key) => [key, await storage.get(key)] as const),
  );
  return [...alone, ...entries.flat()];
}

export async function forgetWorkspaceState(storage: Storage, id: string): Promise<void> {
  const state = await stateOf(storage, id);
  await Promise.all(state.map(([key]) => storage.remove(key)));
}

/** The stored form of a composition. */
export type StoredComposition = v.InferInput<typeof STATE.schema> & { readonly version: number };

/** A composition read from storage. */
export interface ReadComposition {
  readonly items: ReadonlyMap<RepoPath, FileItem>;
  readonly options: CompositionOptions;
  readonly revision: number;
}

export function compositionToStore(composition: Composition, revision: number): StoredComposition {
  return toStored(STATE, {
    revision,
    plainFiles: composition.plainPaths.join('\0'),
    plainExports: exportsOf(composition.plainPaths, composition.items),
    files: composition.markedItems.map(fileItemToData),
    options: optionsToStore(composition.options),
  });
}

/** The same for a composition that was read from storage. */
export function readToStore({ items, options, revision }: ReadComposition): StoredComposition {
  const all = [...items.values()];
  const plainPaths = all.filter(isPlainItem).map(({ path }) => path);
  return toStored(STATE, {
    revision,
    plainFiles: plainPaths.join('\0'),
    plainExports: exportsOf(plainPaths, items),
    files: all.filter((item) => !isPlainItem(item)).map(fileItemToData),
    options: optionsToStore(options),
  });
}

/** The times of exports, each with the paths of its files. One export has many files. */
function exportsOf(
  paths: readonly RepoPath[],
  items: ReadonlyMap<RepoPath, FileItem>,
): [time: string, paths: string][] {
  const byTime = new Map<string, RepoPath[]>();
  for (const path of paths) {
    const time = items.get(path)?.injectedAt;
    if (time === undefined) continue;
    const known = byTime.get(time);
    if (known === undefined) byTime.set(time, [path]);
    else known.push(path);
  }
  return Array.from(byTime, ([time, exported]) => [time, exported.join('\0')]);
}

/** Undefined if unreadable. Throws `NewerValue` if a newer release has stored it. */
export function compositionFromStore(stored: unknown): ReadComposition | undefined {
  refuseNewer(stored, STATE);
  const read = readStored(stored, STATE);
  return read.kind === 'found' ? readComposition(read.value) : undefined;
}

/** Reads only the revision. Throws `NewerValue` like `compositionFromStore`. */
export function revisionInStore(stored: unknown): number | undefined {
  refuseNewer(stored, STATE);
  const checked = v.safeParse(v.pick(STATE.schema, ['revision']), stored);
  return checked.success ? checked.output.revision : undefined;
}

/** `first` is the initial state of a folder without a stored composition. */
export async function readWorkspaceState(
  places: StoreAndNotify,
  id: string,
  first: WorkspaceState | undefined,
): Promise<WorkspaceState> {
  const stored = await loadValue(places, compositionKey(id), STATE);
  const view = (await loadValue(places, viewKey(id), VIEW)) ?? stored?.view ?? first?.view;
  const held = await loadValue(places, heldKey(id), HELD);
  const { revision, ...composition } = stored
    ? readComposition(stored)
    : { ...first?.composition, revision: undefined };
  return { composition, revision, view: view ?? v.parse(viewSchema, {}), held: held && heldOf(held.list) };
}

function heldOf(list: v.InferOutput<typeof HELD.schema>['list']): HeldByPath {
  return new Map(
    list.flatMap(([text, hash, lines]) => {
      const parsed = parseRepoPath(text);
      // Nothing is opened by the hash: it is compared.
      return parsed.kind === 'path' ? [[parsed.path, { hash: hash as ContentHash, lines }]] : [];
    }),
  );
}

function readComposition({
  plainFiles,
  plainExports,
  files,
  options,
  revision,
}: v.InferOutput<typeof STATE.schema>): ReadComposition {
  const items = plainItems(plainFiles === '' ? [] : plainFiles.split('\0'));
  for (const [time, exported] of plainExports) {
    if (Number.isNaN(Date.parse(time))) continue;
    for (const text of exported.split('\0')) {
      const path = text as RepoPath; // It is looked up only.
      const item = items.get(path);
      if (item !== undefined) items.set(path, { ...item, injectedAt: time });
    }
  }
  for (const [path, item] of itemsOf(files)) items.set(path, item);
  return { items, options, revision };
}

/** The initial state of a folder that comes with a composition. */
export function readyState(ready: ReadyComposition): WorkspaceState {
  const { files, expanded, instructions, task, fileTree } = ready;
  return {
    composition: { items: itemsOf(files), options: { ...DEFAULT_OPTIONS, instructions, task, fileTree } },
    view: v.parse(viewSchema, { expanded }),
    revision: undefined,
  };
}

/** Reads items in exchange form and drops invalid ones. */
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
