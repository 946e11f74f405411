import type { RepoPath } from '../../core/files/repoPath';
import type { OpenedFolder, Picked } from './folders';

/** Text files in the root of an opened folder that the app reads and writes itself. */
export interface FolderFiles {
  /** Files in an archive are absent here, because only the engine unpacks them. */
  read(folder: OpenedFolder, name: string): Promise<FolderText>;
  /** The text of a file that was read elsewhere; undefined if there is none. */
  textOf(file: Blob | undefined): Promise<FolderText>;
  /**
   * Replaces the file if its text is still `before` (undefined: no file). Returns `changed` and leaves the file alone if it
   * is not. Needs write permission.
   */
  replace(
    folder: FileSystemDirectoryHandle,
    name: string,
    before: string | undefined,
    text: string,
  ): Promise<{ readonly kind: 'written' | 'changed' } | { readonly kind: 'failed'; readonly reason: string }>;
}

export type FolderText =
  | { readonly kind: 'absent' }
  /** All bytes, including a byte order mark. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Writes files of a live folder. Contents are undefined where there is no file. */
export interface FileWriter {
  /** Asks the browser if needed. Call inside a click. The user may leave the question unanswered. */
  allow(): Promise<boolean>;
  /** Rejects if the file can't be read. */
  read(path: RepoPath): Promise<Blob | undefined>;
  /** Gives a file other bytes, creates it with its folders, or removes it, if its bytes are still `before`. */
  write(path: RepoPath, before: Blob | undefined, after: Blob | undefined): Promise<WriteResult>;
}

export type WriteResult =
  | { readonly kind: 'written' }
  /** The file is not what it was, so nothing was written. */
  | { readonly kind: 'changed' }
  /** The reason is the end of a sentence that names the file. The file is as it was. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Writes exported files to disk. */
export interface Outputs {
  /** Starts a download in the browser. */
  download(name: string, content: Blob): void;
  /** Whether the browser lets the user choose a folder for numbered files. */
  readonly canChooseFolder: boolean;
  chooseFolder(): Promise<Picked<FileSystemDirectoryHandle>>;
  /** Asks for write permission if needed, which requires a user gesture. */
  canWrite(folder: FileSystemDirectoryHandle): Promise<boolean>;
  namesIn(folder: FileSystemDirectoryHandle): Promise<readonly string[]>;
  /** Writes a new file; fails if it exists. */
  writeNew(
    folder: FileSystemDirectoryHandle,
    name: string,
    content: Blob,
  ): Promise<{ kind: 'written' } | { kind: 'failed'; reason: string }>;
}

/** Writes a ZIP file. */
export type ZipFiles = (
  files: Iterable<{ readonly path: RepoPath; readonly content: Blob }>,
) => Promise<Blob>;
