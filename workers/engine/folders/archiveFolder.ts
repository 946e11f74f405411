/** A folder in an archive. */
import { oneLine } from '../../../src/core/compose/escapePath';
import { openArchivedFolder, type ArchivedFolder } from '../../archives/archivedFolder';
import type { LeftOutEntry } from '../../archives/entries';
import { reasonOf } from '../reason';
import { FolderLost, Unreadable, type FolderReader } from './folderReader';
import { readerOfFiles, type UnreadableFile } from './memoryFolder';

/** Opens the archive in the first run that is not canceled. */
export function readerOfArchive(source: File): FolderReader {
  let reader = readerOfFiles([]);
  let isOpen = false;
  return {
    async prepare(signal, progress) {
      if (isOpen) return;
      reader = readerIn(source, await opened(source, signal, progress));
      isOpen = true;
    },
    list: (folder) => reader.list(folder),
    file: (path) => reader.file(path),
    forgetListing() {
      // There is nothing to free.
    },
    isAllowed: () => Promise.resolve(true),
  };
}

async function opened(
  source: File,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<ArchivedFolder> {
  try {
    return await openArchivedFolder(source, { signal, progress });
  } catch (error) {
    signal.throwIfAborted();
    throw new FolderLost({ kind: 'blocked', reason: wordsOf(error) });
  }
}

/**
 * All files have the time of the archive: many archives have the same time for all files of all versions, and a stamp must
 * change when a text does.
 */
function readerIn({ lastModified: modified }: File, { files, leftOut }: ArchivedFolder): FolderReader {
  return readerOfFiles(
    files.map(({ path, size, read }) => [path, { size, modified, read: () => readable(read()) }] as const),
    leftOut.map(unreadableFile),
  );
}

async function readable(read: Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  try {
    return await read;
  } catch (error) {
    // The browser's own errors say whether the archive has changed or is gone.
    throw error instanceof DOMException ? error : new Unreadable(wordsOf(error));
  }
}

/** Our own errors are sentences. */
function wordsOf(error: unknown): string {
  return error instanceof DOMException || !(error instanceof Error) ? reasonOf(error) : error.message;
}

/** UTF-16 units. */
const LONGEST_NAME = 200;

function unreadableFile({ name, reason, path }: LeftOutEntry): UnreadableFile {
  const why = shortened(reason);
  return path === undefined
    ? { path: '', reason: `${shortened(name)} ${why}` }
    : { path, reason: `it ${why}` };
}

function shortened(text: string): string {
  const line = oneLine(text.slice(0, LONGEST_NAME + 1).toWellFormed());
  return text.length > LONGEST_NAME ? `${line}…` : line;
}
