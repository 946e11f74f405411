/** Gives each entry of an archive its place in a folder, or the reason why it has none. */
import { parseRepoPath, type RepoPath } from '../../src/core/files/repoPath';
import { tooMany, type Limits } from './limits';

/** A file in an archive, or something else that is not a folder. */
export interface ArchiveEntry {
  /** As the archive has it. */
  readonly name: string;
  /** Bytes when unpacked. */
  readonly size: number;
  /** Why it can't be read, as the rest of a sentence about it. */
  readonly refusal?: string;
}

export interface LeftOutEntry {
  readonly name: string;
  /** The rest of a sentence that begins with the name. */
  readonly reason: string;
  /** The place it would have; undefined if its name is refused, or if the place is taken. */
  readonly path?: RepoPath;
}

export interface PlacedEntries<E extends ArchiveEntry> {
  readonly fileByPath: ReadonlyMap<RepoPath, E>;
  readonly leftOut: readonly LeftOutEntry[];
}

/** UTF-16 units, as Linux allows at most. */
const LONGEST_NAME = 4_096;

/**
 * Every entry is a file, a folder without data, or left out. Of several entries with one name, the last one counts, as when unpacking.
 * Throws with a reason for the user if there are too many folders.
 */
export function placeEntries<E extends ArchiveEntry>(entries: Iterable<E>, limits: Limits): PlacedEntries<E> {
  const leftOut: LeftOutEntry[] = [];
  const entryByPath = new Map<RepoPath, E>();
  for (const entry of entries) {
    const { name } = entry;
    if (isFolder(entry)) continue;
    const parsed = parseName(name);
    if (parsed.kind === 'refused') {
      leftOut.push({ name, reason: parsed.reason });
      continue;
    }
    const earlier = entryByPath.get(parsed.path);
    if (earlier !== undefined)
      leftOut.push({ name: earlier.name, reason: 'is replaced by a later entry with the same name' });
    entryByPath.set(parsed.path, entry);
  }
  const folders = foldersOf(entryByPath.keys(), limits);
  const fileByPath = new Map<RepoPath, E>();
  for (const [path, entry] of entryByPath) {
    const { name, refusal } = entry;
    if (folders.has(path)) leftOut.push({ name, reason: refusal ?? 'is also a folder in the archive' });
    else if (refusal !== undefined) leftOut.push({ name, reason: refusal, path });
    else fileByPath.set(path, entry);
  }
  return { fileByPath, leftOut };
}

/** The folder at the top that has everything in it, as in downloads from GitHub; empty if there is none. */
export function commonFolder({ fileByPath, leftOut }: PlacedEntries<ArchiveEntry>): RepoPath | '' {
  let common: string | undefined;
  for (const path of [...fileByPath.keys(), ...leftOut.map((entry) => entry.path)]) {
    if (path === undefined) continue;
    const top = path.slice(0, Math.max(0, path.indexOf('/')));
    if (top === '' || (common ?? top) !== top) return '';
    common = top;
  }
  return (common ?? '') as RepoPath | ''; // a whole segment
}

/** Some tools for Windows write folders with a backslash, as if they were empty files. */
function isFolder({ name, size, refusal }: ArchiveEntry): boolean {
  return size === 0 && refusal === undefined && /[\\/]$/.test(name);
}

function parseName(name: string): ReturnType<typeof parseRepoPath> {
  if (name.length > LONGEST_NAME)
    return { kind: 'refused', reason: `has a name of more than ${LONGEST_NAME} characters` };
  return parseRepoPath(name.toWellFormed());
}

/** All folders above the paths. */
function foldersOf(paths: Iterable<RepoPath>, limits: Limits): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let slash = path.lastIndexOf('/'); slash !== -1; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
      if (folders.size > limits.entries) throw tooMany(limits, 'folders');
    }
  }
  return folders;
}
