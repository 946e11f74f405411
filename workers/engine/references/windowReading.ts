/** Reads files, and finds the windows of their texts that match a task. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { WeighedTerm } from '../../../src/core/ranking/fieldScores';
import type { TextWindow } from '../../../src/core/ranking/windows';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import { askAboutFiles } from './fileAnswers';

/** Returns windows in source order. Files that cannot be read are absent. */
export function findWindows(
  files: readonly TextFile[],
  terms: readonly WeighedTerm[],
  sources: ContentSources,
): Promise<ReadonlyMap<RepoPath, readonly TextWindow[]>> {
  return askAboutFiles(files, sources, { urgent: true, read: (api, read) => api.findWindows(read, terms) });
}
