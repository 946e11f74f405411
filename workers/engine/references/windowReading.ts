/** Reads files, and finds the lines of their texts that match a task. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { WeighedTerm } from '../../../src/core/ranking/fieldScores';
import type { TextWindow } from '../../../src/core/ranking/windows';
import type { CustomSlice } from '../../../src/core/slices/customSlice';
import type { Focus } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import { askAboutFiles } from './fileAnswers';

/** Returns windows in source order. Files that cannot be read are absent. */
export function findWindows(
  files: readonly TextFile[],
  terms: readonly WeighedTerm[],
  sources: ContentSources,
): Promise<ReadonlyMap<RepoPath, readonly TextWindow[]>> {
  return askAboutFiles(files, sources, {
    ...{ urgent: true, parses: false },
    read: (api, read) => api.findWindows(read, terms),
  });
}

/** Returns slices of the best windows, a list per share. Files that cannot be read are absent. */
export function focusFiles(
  files: readonly TextFile[],
  focus: Focus,
  sources: ContentSources,
): Promise<ReadonlyMap<RepoPath, readonly (readonly CustomSlice[])[]>> {
  return askAboutFiles(files, sources, {
    ...{ urgent: true, parses: true },
    read: (api, read) => api.focusFiles(read, focus),
  });
}
