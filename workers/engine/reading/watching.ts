/** Watches the folder for changes on the disk, if the browser supports it (FileSystemObserver). */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import { asListedPath, folderOf } from '../folders/listedPath';
import { affectsRules } from './walk';

export type FolderChanges =
  /** `quiet`: a precaution. Does not report folders or files that are unchanged. */
  | { readonly kind: 'everything'; readonly quiet?: true }
  /** Folders whose children have changed, and files whose content may have changed. None: only the repository has changed. */
  | {
      readonly kind: 'some';
      readonly folders: ReadonlySet<FolderPath>;
      readonly files: ReadonlySet<RepoPath>;
    };

/** Debounce time in milliseconds, and the longest delay for a steady stream of changes. */
const QUIET = 150;
const LONGEST_WAIT = 2_000;
/** Beyond this many changes, such as after a checkout, a full walk is faster. */
const MANY_CHANGES = 1_000;

/** From the draft standard; TypeScript lacks types for it. https://github.com/whatwg/fs/blob/main/proposals/FileSystemObserver.md */
export interface ChangeRecord {
  readonly type: 'appeared' | 'disappeared' | 'modified' | 'moved' | 'errored' | 'unknown';
  readonly relativePathComponents: readonly string[];
  readonly relativePathMovedFrom?: readonly string[] | null;
}

interface FolderObserver {
  observe(handle: FileSystemDirectoryHandle, options: { recursive: boolean }): Promise<void>;
  disconnect(): void;
}

type FolderObserverClass = new (callback: (records: readonly ChangeRecord[]) => void) => FolderObserver;

/** Reports batched changes until the worker ends. Resolves to false if the folder cannot be watched. */
export async function watchFolder(
  handle: FileSystemDirectoryHandle,
  concerns: (path: RepoPath) => boolean,
  onChanges: (changes: FolderChanges) => void,
): Promise<boolean> {
  const Observer = (globalThis as { FileSystemObserver?: FolderObserverClass }).FileSystemObserver;
  if (Observer === undefined) return false;
  let gathered: FolderChanges | undefined;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    const changes = gathered;
    gathered = undefined;
    if (changes !== undefined) onChanges(changes);
  }

  const observer = new Observer((records) => {
    const changes = changesOf(records, concerns);
    if (changes === undefined) return;
    if (gathered === undefined) since = performance.now();
    gathered = gathered === undefined ? changes : mergeChanges(gathered, changes);
    clearTimeout(timer);
    timer = setTimeout(tell, Math.min(QUIET, Math.max(0, since + LONGEST_WAIT - performance.now())));
  });
  try {
    await observer.observe(handle, { recursive: true });
    return true;
  } catch {
    observer.disconnect(); // This folder cannot be watched. Refresh and window focus still find changes.
    return false;
  }
}

/** Converts records to changes. Undefined if none affects the workspace. */
export function changesOf(
  records: readonly ChangeRecord[],
  concerns: (path: RepoPath) => boolean,
): FolderChanges | undefined {
  const folders = new Set<FolderPath>();
  const files = new Set<RepoPath>();
  let isCommitted = false;
  for (const { type, relativePathComponents, relativePathMovedFrom } of records) {
    if (type === 'errored' || type === 'unknown') return { kind: 'everything' };
    const moved = relativePathMovedFrom ?? [];
    for (const components of moved.length > 0 ? [relativePathComponents, moved] : [relativePathComponents]) {
      const path = asListedPath(components.join('/'));
      if (path === undefined) return { kind: 'everything' }; // the root itself
      if (affectsRules(path)) return { kind: 'everything' };
      isCommitted ||= REPOSITORY_STATE.test(path);
      if (!concerns(path)) continue;
      files.add(path);
      if (type !== 'modified') folders.add(folderOf(path));
    }
  }
  return files.size === 0 && !isCommitted ? undefined : { kind: 'some', folders, files };
}

/** The files that git writes when something is staged or committed, or a branch is switched. */
const REPOSITORY_STATE = /^\.git\/(?:(?:index|packed-refs|[A-Z_]*HEAD)$|refs\/.*(?<!\.lock)$)/;

export function mergeChanges(one: FolderChanges, other: FolderChanges): FolderChanges {
  if (one.kind === 'everything' || other.kind === 'everything') {
    const isQuiet = [one, other].every((changes) => changes.kind === 'everything' && changes.quiet);
    return { kind: 'everything', ...(isQuiet && { quiet: true }) };
  }
  const files = new Set([...one.files, ...other.files]);
  if (files.size > MANY_CHANGES) return { kind: 'everything' };
  return { kind: 'some', folders: new Set([...one.folders, ...other.folders]), files };
}
