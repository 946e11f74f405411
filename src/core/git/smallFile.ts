import { decodeName } from './gitText';
import { GitFault, type GitFile, type GitFolder } from './model';

/** Refs, lists and settings; packed refs of the largest repositories take some 100 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The text of a file in `.git`, or undefined if there is no such file. Rejects with a GitFault if it is too large. */
export async function readSmallText(folder: GitFolder, path: string): Promise<string | undefined> {
  const file = await folder.file(path);
  return file === undefined ? undefined : decodeName(await readWhole(path, file));
}

/** All bytes of a file. Rejects with a GitFault if it is too large or can't be read. */
export async function readWhole(path: string, file: GitFile): Promise<Uint8Array> {
  if (file.size > MAX_BYTES) throw new GitFault(`${path} is too large to read.`);
  try {
    return await file.read();
  } catch (error) {
    throw new GitFault(`Couldn’t read ${path}.`, { cause: error });
  }
}
