/** Finds the lines of names in files: by their stored facts, and in the files themselves if these are not stored yet. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FileBytes } from '../../compute/contract';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import type { FileToRead } from '../reading/fileReading';
import type { NamePlaces } from '../searchContract';

export interface FileNames {
  readonly path: RepoPath;
  /** Hashes. */
  readonly names: readonly number[];
}

interface Sources extends Pick<ContentSources, 'pool' | 'jobs' | 'encoding' | 'toRead'> {
  readonly files: readonly TextFile[];
}

/** The places for each of `wanted`. A file that cannot be read has none. */
export async function findNames(
  wanted: readonly FileNames[],
  { files, pool, jobs, encoding, toRead }: Sources,
): Promise<readonly (readonly NamePlaces[])[]> {
  const namesByPath = new Map(wanted.map(({ path, names }) => [path, Uint32Array.from(names)]));
  const namesOf = ({ path }: TextFile) => namesByPath.get(path) ?? new Uint32Array();
  const asked = files.filter(({ path }) => namesByPath.has(path));
  const stored = await pool.run({
    ...{ encoding: encoding(), bytes: 0, urgent: true },
    call: (api) => api.namePlaces(asked.map((file) => ({ ...file, names: namesOf(file) }))),
  });
  const found = new Map(asked.map(({ path }, at) => [path, stored[at]]));
  await jobs.runInRounds<TextFile, FileToRead, FileBytes, readonly (readonly NamePlaces[])[]>(
    asked.filter(({ path }) => found.get(path) === undefined),
    (file) => Promise.resolve(toRead(file)),
    {
      ...{ encoding: encoding(), urgent: true },
      viewsOf: () => [],
      parses: () => true,
      send: (_, file) => file,
      call: (api, read) =>
        api.readNamePlaces(
          read,
          read.map(({ path }) => namesByPath.get(path) ?? new Uint32Array()),
        ),
      done(batch, results) {
        for (const [at, { path }] of batch.entries()) found.set(path, results[at] ?? []);
      },
      failed: () => undefined,
    },
    () => Promise.resolve(),
  );
  return wanted.map(({ path }) => found.get(path) ?? []);
}
