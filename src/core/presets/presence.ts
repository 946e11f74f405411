import type { RepoPath } from '../files/repoPath';
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
