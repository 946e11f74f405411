import { namesIn, referenceTo } from '../attachments/reference';
import type { RepoPath } from '../files/repoPath';

/** A file that the user has added to the document beside the selected ones. */
export interface AddedFile {
  /** The path of a file of the folder, or a reference to an attachment. */
  readonly source: string;
  /** What an image shows; empty if nobody has said it. */
  readonly alt: string;
}

export type AddedSource =
  { readonly kind: 'path'; readonly path: RepoPath } | { readonly kind: 'attachment'; readonly name: string };

/** The path or the name of the attachment. */
export function sourceName(source: string): string {
  const read = sourceOf({ source });
  return read.kind === 'path' ? read.path : read.name;
}

export function sourceOf({ source }: Pick<AddedFile, 'source'>): AddedSource {
  const [name] = namesIn(source);
  // No path has two slashes in a row, and `addedFiles` has checked all others.
  if (name !== undefined && referenceTo(name) === source) return { kind: 'attachment', name };
  return { kind: 'path', path: source as RepoPath };
}
