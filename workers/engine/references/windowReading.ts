/** Reads files for the windows of their texts that match a task. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { WeighedTerm } from '../../../src/core/ranking/fieldScores';
import type { TextWindow } from '../../../src/core/ranking/windows';
import type { FileBytes } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import type { FileToRead } from '../reading/fileReading';

type Windows = readonly TextWindow[];

/** The windows in source order. A file that cannot be read has none. */
export async function findWindows(
  files: readonly TextFile[],
  terms: readonly WeighedTerm[],
  { jobs, encoding, toRead }: Pick<ContentSources, 'jobs' | 'encoding' | 'toRead'>,
): Promise<ReadonlyMap<RepoPath, Windows>> {
  const found = new Map<RepoPath, Windows>();
  await jobs.runInRounds<TextFile, FileToRead, FileBytes, readonly Windows[]>(
    files,
    (file) => Promise.resolve(toRead(file)),
    {
      ...{ encoding: encoding(), urgent: true },
      viewsOf: () => [],
      parses: () => false,
      send: (_, file) => file,
      call: (api, read) => api.findWindows(read, terms),
      done(batch, results) {
        for (const [at, { path }] of batch.entries()) found.set(path, results[at] ?? []);
      },
      failed: () => undefined,
    },
    () => Promise.resolve(),
  );
  return found;
}
