/** Asks the compute workers about files, first from stored facts, then from the files whose facts are not stored. */
import type { Remote } from 'comlink';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { ComputeApi, FileBytes } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import type { FileToRead } from '../reading/fileReading';
import { WorkerDied } from '../runningWorker';

export interface FileQuestion<R> {
  readonly urgent: boolean;
  /** Whether the worker may parse the file. */
  readonly parses: boolean;
  /** Answers without reading files; undefined for files that must be read. */
  readonly stored?: (
    api: Remote<ComputeApi>,
    files: readonly TextFile[],
  ) => Promise<readonly (R | undefined)[]>;
  readonly read: (api: Remote<ComputeApi>, files: readonly FileBytes[]) => Promise<readonly R[]>;
}

/** Returns the answer for each file. Files that cannot be read are absent. */
export async function askAboutFiles<R>(
  files: readonly TextFile[],
  { jobs, pool, encoding, toRead }: Pick<ContentSources, 'jobs' | 'pool' | 'encoding' | 'toRead'>,
  { urgent, parses, stored, read }: FileQuestion<R>,
): Promise<ReadonlyMap<RepoPath, R>> {
  const answers = new Map<RepoPath, R>();
  const how = { encoding: encoding(), urgent };
  if (stored !== undefined && files.length > 0) {
    const known = await pool
      .run({ ...how, bytes: 0, call: (api) => stored(api, files) })
      .catch((error: unknown) => noneIfDied(error));
    for (const [at, { path }] of files.entries()) {
      const answer = known[at];
      if (answer !== undefined) answers.set(path, answer);
    }
  }
  await jobs.runInRounds<TextFile, FileToRead, FileBytes, readonly R[]>(
    files.filter(({ path }) => !answers.has(path)),
    (file) => Promise.resolve(toRead(file)),
    {
      ...how,
      viewsOf: () => [],
      parses: () => parses,
      send: (_, file) => file,
      call: read,
      done(batch, results) {
        for (const [at, { path }] of batch.entries()) {
          const answer = results[at];
          if (answer !== undefined) answers.set(path, answer);
        }
      },
      failed: () => undefined,
    },
    () => Promise.resolve(),
  );
  return answers;
}

/** If the lookup killed its worker, the files are read one by one, which finds the culprit. */
function noneIfDied(error: unknown): readonly undefined[] {
  if (!(error instanceof WorkerDied)) throw error;
  return [];
}
