import { parseRepoPath, type RepoPath } from '../files/repoPath';
import { isBinaryName } from '../ignore/builtin';
import { isFolder, type TreeEntry } from './forge';
import type { ResolvedPart } from './listRepository';

export interface RepositoryFile {
  /** As the repository has it. */
  readonly name: string;
  readonly path: RepoPath;
  /** Bytes; undefined if the forge doesn't say. */
  readonly size: number | undefined;
  readonly isExecutable: boolean;
}

export const LEFT_OUT = ['large', 'link', 'submodule', 'name', 'other'] as const;

export interface LeftOutFile {
  readonly kind: (typeof LEFT_OUT)[number];
  readonly name: string;
  /** The rest of a sentence that begins with the name. */
  readonly reason: string;
}

export interface RepositoryFiles {
  readonly texts: readonly RepositoryFile[];
  /** Files that have no text, by their extensions. */
  readonly binaries: readonly RepositoryFile[];
  readonly leftOut: readonly LeftOutFile[];
}

/** Below the limits of archives, which apply when the files are opened. */
export const LIMITS = { files: 20_000, bytes: 100_000_000, file: 5_000_000 };

/** UTF-16 units, as for archives. */
const LONGEST_NAME = 4_096;

/** Every entry that is not a folder is in one of the lists. */
export function repositoryFiles(entries: readonly TreeEntry[]): RepositoryFiles {
  const [texts, binaries, leftOut]: [RepositoryFile[], RepositoryFile[], LeftOutFile[]] = [[], [], []];
  const taken = new Set<RepoPath>();
  for (const { path: name, mode, size } of entries) {
    if (isFolder(mode)) continue;
    const refusal = refusalOf(mode, size);
    const parsed = parseName(name);
    if (refusal !== undefined) leftOut.push({ name, ...refusal });
    else if (parsed.kind === 'refused') leftOut.push({ kind: 'name', name, reason: parsed.reason });
    else if (taken.has(parsed.path))
      leftOut.push({ kind: 'name', name, reason: 'has the same path as another file' });
    else {
      const { path } = parsed;
      taken.add(path);
      const file = { name, path, size, isExecutable: mode.endsWith('755') };
      (isBinaryName(path) ? binaries : texts).push(file);
    }
  }
  return { texts, binaries, leftOut };
}

function refusalOf(mode: string, size: number | undefined): Omit<LeftOutFile, 'name'> | undefined {
  switch (mode.padStart(6, '0').slice(0, 3)) {
    case '100':
      return size !== undefined && size > LIMITS.file
        ? { kind: 'large', reason: `is larger than ${LIMITS.file / 1_000_000} MB` }
        : undefined;
    case '120':
      return { kind: 'link', reason: 'is a symbolic link' };
    case '160':
      return { kind: 'submodule', reason: 'is a submodule, which is another repository' };
    default:
      return { kind: 'other', reason: 'is neither a file nor a folder' };
  }
}

function parseName(name: string): ReturnType<typeof parseRepoPath> {
  if (name.length > LONGEST_NAME)
    return { kind: 'refused', reason: `has a name of more than ${LONGEST_NAME} characters` };
  if (!name.isWellFormed()) return { kind: 'refused', reason: 'has a name that is not Unicode' };
  return parseRepoPath(name);
}

/** Undefined if the size of a file is not known. */
export function bytesOf(files: readonly RepositoryFile[]): number | undefined {
  let sum = 0;
  for (const { size } of files) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

/** The name of the archive. Does not change with the commits of a branch, so that what the user composes stays with it. */
export function archiveName({ repository, ref, commit, folder }: ResolvedPart): string {
  const name = [repository, ref === commit ? ref.slice(0, 10) : ref, folder].filter((part) => part !== '');
  return name
    .join('-')
    .slice(0, 150)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}
