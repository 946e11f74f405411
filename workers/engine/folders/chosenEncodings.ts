/** Adds the user's chosen encoding to each file, so that it becomes part of the stamp. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';
import type { FolderReader } from './folderReader';

export function withChosenEncodings(
  reader: FolderReader,
  chosenFor: (path: RepoPath) => SourceEncoding | undefined,
): FolderReader {
  return {
    ...reader,
    async file(path) {
      const file = await reader.file(path);
      const readAs = chosenFor(path);
      if (readAs === undefined) return file;
      const { size, modified, blob } = file;
      return { size, modified, ...(blob && { blob }), readAs, read: (start, end) => file.read(start, end) };
    },
  };
}
