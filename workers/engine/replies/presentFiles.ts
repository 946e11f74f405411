import type { RepoPath } from '../../../src/core/files/repoPath';
import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';
import { decodeText } from '../../compute/decode';
import type { FolderReader } from '../folders/folderReader';
import { lookUpFile, readFile } from '../reading/fileReading';

export type PresentFile =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly encoding: SourceEncoding;
    }
  /** The reason is the rest of a sentence that begins with the path. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Reads files once, so that all edits of a reply are placed in the same texts. */
export class PresentFiles {
  readonly #reader: FolderReader;
  readonly #files = new Map<RepoPath, PresentFile>();

  constructor(reader: FolderReader) {
    this.#reader = reader;
  }

  /** Undefined for a file that has not been read. */
  known(path: RepoPath): PresentFile | undefined {
    return this.#files.get(path);
  }

  async read(path: RepoPath): Promise<PresentFile> {
    const file = this.#files.get(path) ?? (await readText(this.#reader, path));
    this.#files.set(path, file);
    return file;
  }
}

async function readText(reader: FolderReader, path: RepoPath): Promise<PresentFile> {
  const found = await lookUpFile(reader, path);
  if (found.kind === 'found' && found.stamp.size > MOST_BYTES)
    return { kind: 'failed', reason: `is larger than ${MOST_BYTES / 1_000_000} MB` };
  const read = await readFile(reader, path, found);
  if (read.kind === 'missing') return { kind: 'none' };
  if (read.kind === 'failed') return { kind: 'failed', reason: `can’t be read: ${read.reason}` };
  const { bytes } = read;
  const decoded = decodeText(bytes, read.stamp.readAs);
  if (decoded.kind === 'binary') return { kind: 'failed', reason: `has no text: ${decoded.reason}` };
  // Its text is not what its bytes say, so lines of it can't be replaced.
  if (decoded.warnings.some(({ kind }) => DAMAGED.has(kind)))
    return { kind: 'failed', reason: 'has bytes that are no text in its encoding' };
  return { kind: 'text', text: decoded.text, bytes, encoding: decoded.encoding };
}

const DAMAGED: ReadonlySet<string> = new Set(['replaced-bytes', 'replaced-characters', 'late-nul']);

/** The largest file that can be edited. */
const MOST_BYTES = 5_000_000;
