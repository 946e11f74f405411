import { baseName, compareRepoPaths, parentPath, type RepoPath } from '../files/repoPath';
import type { FileItem } from '../items/fileItem';
import type { Preset } from './preset';

/** The files of a preset that a workspace has, and the paths of those it has not. */
export function checkFiles(
  preset: Pick<Preset, 'files'>,
  exists: (path: RepoPath) => boolean,
): { readonly present: readonly FileItem[]; readonly gone: readonly RepoPath[] } {
  return {
    present: preset.files.filter(({ path }) => exists(path)),
    gone: preset.files.filter(({ path }) => !exists(path)).map(({ path }) => path),
  };
}

/** A file by its path, with the hash of its content where that is known. */
export interface KnownFile {
  readonly path: RepoPath;
  readonly hash?: string | undefined;
}

export interface LikelyPath {
  readonly path: RepoPath;
  /** `content`: the same content under another path; `name`: a file of the same name elsewhere. */
  readonly reason: 'content' | 'name' | 'similar name';
}

const MAX_LIKELY = 5;

/**
 * Where a file that is gone may be now, the likeliest first: files of the same content, then of the same name, then of a name
 * that differs in its ending or its case; among equals those whose folders are most alike. One pass over `files`.
 */
export function likelyPaths(gone: KnownFile, files: Iterable<KnownFile>): readonly LikelyPath[] {
  const name = baseName(gone.path);
  const plain = plainName(name);
  const found: (LikelyPath & { readonly rank: number; readonly likeness: number })[] = [];
  for (const { path, hash } of files) {
    if (path === gone.path) continue;
    const hasContent = hash !== undefined && hash === gone.hash;
    if (!hasContent && plainName(baseName(path)) !== plain) continue;
    const reason = hasContent ? 'content' : baseName(path) === name ? 'name' : 'similar name';
    found.push({ path, reason, rank: RANKS[reason], likeness: likenessOf(gone.path, path) });
  }
  return found
    .sort((a, b) => a.rank - b.rank || b.likeness - a.likeness || compareRepoPaths(a.path, b.path))
    .slice(0, MAX_LIKELY)
    .map(({ path, reason }) => ({ path, reason }));
}

const RANKS = { content: 0, name: 1, 'similar name': 2 } as const;

/** Without its ending, its case and its marks: `user-store.js` and `UserStore.ts` are alike. */
function plainName(name: string): string {
  const stem = name.replace(/(?<=.)\.[^.]*$/, '');
  return stem.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** How many folders two paths share from the top and from the bottom; the same name in full counts most. */
function likenessOf(a: RepoPath, b: RepoPath): number {
  const [left, right] = [foldersOf(a), foldersOf(b)];
  const same = (one: readonly string[], other: readonly string[]) => {
    const index = one.findIndex((folder, at) => folder !== other[at]);
    return index < 0 ? one.length : index;
  };
  const shared = same(left, right) + same(left.toReversed(), right.toReversed());
  const name = baseName(a) === baseName(b) ? 1 : 0;
  return name + shared / (left.length + right.length + 1);
}

function foldersOf(path: RepoPath): readonly string[] {
  return parentPath(path)?.split('/') ?? [];
}
