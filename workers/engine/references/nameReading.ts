/** Finds the lines of names in files, from stored facts or, if there are none yet, in the files themselves. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TextFile } from '../contents/contentTable';
import type { ContentSources } from '../contents/folderContents';
import { askAboutFiles } from './fileAnswers';
import type { NamePlaces } from '../searchContract';

export interface FileNames {
  readonly path: RepoPath;
  /** Hashes of names. */
  readonly names: readonly number[];
}

interface Sources extends ContentSources {
  readonly files: readonly TextFile[];
}

/** Returns the places for each of `wanted`; empty for a file that cannot be read. */
export async function findNames(
  wanted: readonly FileNames[],
  sources: Sources,
): Promise<readonly (readonly NamePlaces[])[]> {
  const namesByPath = new Map(wanted.map(({ path, names }) => [path, Uint32Array.from(names)]));
  const namesOf = (path: RepoPath) => namesByPath.get(path) ?? new Uint32Array();
  const asked = sources.files.filter(({ path }) => namesByPath.has(path));
  const found = await askAboutFiles<readonly NamePlaces[]>(asked, sources, {
    ...{ urgent: true, parses: true },
    stored: (api, files) => api.namePlaces(files.map((file) => ({ ...file, names: namesOf(file.path) }))),
    read: (api, read) =>
      api.readNamePlaces(
        read,
        read.map(({ path }) => namesOf(path)),
      ),
  });
  return wanted.map(({ path }) => found.get(path) ?? []);
}
