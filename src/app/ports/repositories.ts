/** The network page as a downloader of repositories, and its connection to the app. */
import type { RepoPath } from '../../core/files/repoPath';

/** The app's connection to the network page, on which the user can fetch a repository. */
export interface RepositoryWindow {
  /** Call inside a click. Archives may come until the window is closed. False if the browser blocks the window. */
  open(address: string, onarchive: (archive: File) => void): boolean;
}

/** The network page's connection to the page that opened it. */
export interface RepositoryOpener {
  /** Asks for an address. Others may follow. */
  listen(onaddress: (address: string) => void): void;
  /** Resolves to whether the page that opened this one has taken it. That page may be gone. */
  give(archive: { readonly name: string; readonly content: Blob }): Promise<boolean>;
}

/** Writes a TAR file with all files in one folder, as forges do. */
export type PackFiles = (files: Iterable<FileToPack>) => Promise<Blob>;

export interface FileToPack {
  readonly path: RepoPath;
  readonly isExecutable: boolean;
  readonly content: Blob;
}
