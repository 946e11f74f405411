/** A live folder behind a FileSystemDirectoryHandle. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { FolderChild, FolderFile, FolderReader } from './folderReader';
import { folderFileOf } from './snapshotFolder';

/** Limit on kept handles, because each costs memory in two processes. Files beyond it need another lookup. */
const FILE_HANDLES_KEPT = 20_000;
const FOLDER_HANDLES_KEPT = 4_096;
const SLICE = 1_000;
/** A folder is listed again after two lookups by name, or more if it is large: one lookup costs as much as listing 16 children. */
const CHILDREN_PER_LOOKUP = 16;
/** Milliseconds that a lookup waits for a list. Some systems read a whole folder before they return its first entry. */
const PATIENCE = 1_000;
/** Lookups after which garbage should be collected. */
const LOOKUPS_PER_COLLECTION = 16_384;
/** Bytes whose allocation makes Chromium collect garbage. They are never written, so they take no memory. */
const PRESSURE = 400_000_000;
/** Milliseconds after which unused handles are freed. */
const UNUSED = 10_000;

export function readerOfHandle(root: FileSystemDirectoryHandle): FolderReader {
  const fileHandles = new Map<RepoPath, FileSystemFileHandle>();
  const folderHandles = new Map<string, FileSystemDirectoryHandle>();
  /** Pending lookups, so that the files of a folder share one. */
  const askedFor = new Map<string, Promise<FileSystemDirectoryHandle>>();
  /** Numbers of children at the last listing, by folder. Infinity until a listing ends, so that none is repeated before. */
  const childCounts = new Map<string, number>();
  /** Lookups by name since the last listing, by folder. */
  const lookupsByName = new Map<string, number>();
  /** Lists that lookups wait for. */
  const listings = new Map<string, Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookups = 0;

  function folderHandle(path: string): Promise<FileSystemDirectoryHandle> {
    const known = path === '' ? root : folderHandles.get(path);
    if (known !== undefined) return Promise.resolve(known);
    let asked = askedFor.get(path);
    if (asked === undefined) {
      asked = askForFolder(path).finally(() => askedFor.delete(path));
      askedFor.set(path, asked);
    }
    return asked;
  }

  async function askForFolder(path: string): Promise<FileSystemDirectoryHandle> {
    const { folder, name } = splitPath(path);
    const parent = await folderHandle(folder);
    const handle = await parent.getDirectoryHandle(name);
    keepFolder(path, handle);
    return handle;
  }

  function keepFolder(path: string, handle: FileSystemDirectoryHandle): void {
    folderHandles.set(path, handle);
    if (folderHandles.size <= FOLDER_HANDLES_KEPT) return;
    const [oldest] = folderHandles.keys();
    if (oldest !== undefined) folderHandles.delete(oldest);
  }

  /** Keeps the handles of a folder's children. */
  async function* children(
    folder: string,
  ): AsyncGenerator<FileSystemHandle & { kind: 'file' | 'directory' }> {
    childCounts.set(folder, Infinity);
    const handle = await folderHandle(folder);
    let count = 0;
    for await (const child of handle.values()) {
      const path = folder === '' ? child.name : `${folder}/${child.name}`;
      count += 1;
      if (child.kind === 'directory') keepFolder(path, child);
      else if (fileHandles.size < FILE_HANDLES_KEPT) fileHandles.set(path as RepoPath, child); // only a key here
      yield child;
    }
    childCounts.set(folder, count);
    lookupsByName.delete(folder);
  }

  function forgetListing(): void {
    fileHandles.clear();
    lookupsByName.clear();
    askedFor.clear(); // A lookup that never resolves is tried again.
  }

  /** The list that a lookup in this folder waits for, if many of its files are being looked up. */
  function listingOf(folder: string): Promise<void> | undefined {
    const running = listings.get(folder);
    if (running !== undefined) return running;
    const byName = (lookupsByName.get(folder) ?? 0) + 1;
    lookupsByName.set(folder, byName);
    const children = childCounts.get(folder) ?? 0;
    if (byName < Math.max(2, children / CHILDREN_PER_LOOKUP)) return undefined;
    if (fileHandles.size + children > FILE_HANDLES_KEPT) return undefined;
    const listing = Promise.race([listAgain(folder), after(PATIENCE)]).finally(() => listings.delete(folder));
    listings.set(folder, listing);
    return listing;
  }

  async function listAgain(folder: string): Promise<void> {
    try {
      for await (const child of children(folder)) void child;
    } catch {
      // A lookup by name says what is wrong.
    }
    clearTimeout(timer);
    timer = setTimeout(forgetListing, UNUSED);
  }

  function takeListed(path: RepoPath): FileSystemFileHandle | undefined {
    const listed = fileHandles.get(path);
    fileHandles.delete(path);
    return listed;
  }

  return {
    async *list(folder: FolderPath) {
      clearTimeout(timer);
      let slice: FolderChild[] = [];
      for await (const { name, kind } of children(folder)) {
        slice.push({ name, kind: kind === 'directory' ? 'folder' : 'file' });
        if (slice.length >= SLICE) {
          yield slice;
          slice = [];
        }
      }
      if (slice.length > 0) yield slice;
    },

    async file(path: RepoPath): Promise<FolderFile> {
      const { folder, name } = splitPath(path);
      let handle = takeListed(path);
      if (handle === undefined) {
        await listingOf(folder);
        handle = takeListed(path) ?? (await (await folderHandle(folder)).getFileHandle(name));
      }
      lookups += 1;
      if (lookups % LOOKUPS_PER_COLLECTION === 0) pressForCollection();
      return folderFileOf(await handle.getFile());
    },

    readBlob: (blob) => blob.arrayBuffer(),

    forgetListing,

    async isAllowed() {
      // Folders in the origin private file system need no permission.
      const permission = (await (root as MaybeAskable).queryPermission?.({ mode: 'read' })) ?? 'granted';
      return permission === 'granted';
    },
  };
}

/** TypeScript's worker library lacks handle permissions. */
interface MaybeAskable {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

/**
 * Makes the browser free the handles and files that nobody uses any more. Each takes 3 KB outside the heap that decides when
 * to collect garbage, which for 90,000 files made 0.5 GB.
 */
function pressForCollection(): void {
  try {
    new ArrayBuffer(PRESSURE).transfer(0);
  } catch {
    // Without that much memory, the browser collects garbage by itself.
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}
