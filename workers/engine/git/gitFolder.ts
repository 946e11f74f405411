import type { GitFolder } from '../../../src/core/git/model';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import { FolderLost, judgeFailure, type FolderReader } from '../folders/folderReader';

/** Access to the files of a repository, which are left out of the folder's own list. Rejects only with FolderLost. */
export function gitFolderOf(reader: FolderReader): GitFolder {
  async function orNothing<T>(call: () => Promise<T>, nothing: T): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof FolderLost) throw error;
      await judgeFailure(reader, error);
      return nothing;
    }
  }

  return {
    file: (path) =>
      orNothing(async () => {
        const file = await reader.file(path as RepoPath); // only read
        return {
          size: file.size,
          modified: file.modified,
          read: async (start?: number, end?: number) => new Uint8Array(await file.read(start, end)),
        };
      }, undefined),
    list: (path) =>
      orNothing(async () => {
        const names: string[] = [];
        for await (const slice of reader.list(path as FolderPath))
          // only read
          for (const { name } of slice) names.push(name);
        return names;
      }, []),
  };
}
