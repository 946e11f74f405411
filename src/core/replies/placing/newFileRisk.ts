/** New files in unusual places, or whose path may be something else in the reply's prose, such as `req.fresh` or `exports.View`. */
import { languageOf } from '../../files/language';
import { parentPath, type RepoPath } from '../../files/repoPath';
import type { PathIndex } from './findPath';

/** Why creating a file needs the user's confirmation, as the rest of a sentence that begins with `This file`. */
export function newFileRisk(path: RepoPath, { paths, folders }: PathIndex): string | undefined {
  const parent = parentPath(path);
  if (parent !== undefined && !folders.has(parent)) return 'would be the first in its folder';
  const extension = extensionOf(path);
  if (extension === undefined || extension === 'txt' || languageOf(path).id !== 'text') return undefined;
  for (const other of paths) if (extensionOf(other) === extension) return undefined;
  return 'is new and has an extension that no other file here has';
}

/** Undefined for names without a dot, and for those that only begin with one. */
function extensionOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : name.slice(dot + 1).toLowerCase();
}
