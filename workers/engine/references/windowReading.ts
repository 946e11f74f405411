/** Reads files for the windows of their texts that match a task. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { WeighedTerm } from '../../../src/core/ranking/fieldScores';
import type { TextWindow } from '../../../src/core/ranking/windows';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import { askAboutFiles } from './fileAnswers';

/** The windows in source order. A file that cannot be read is absent. */
export function findWindows(
  files: readonly TextFile[],
  terms: readonly WeighedTerm[],
  sources: ContentSources,
): Promise<ReadonlyMap<RepoPath, readonly TextWindow[]>> {
  return askAboutFiles(files, sources, { urgent: true, read: (api, read) => api.findWindows(read, terms) });
}
