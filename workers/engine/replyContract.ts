/** The part of the engine's contract for the replies of models. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { PlacedHunk, Replacement } from '../../src/core/replies/placedEdit';
import type { NotUnderstood } from '../../src/core/replies/replyEdit';

export interface ReplyToPlace {
  readonly text: string;
  /** Hashes of the bodies in which the model has seen files in full. */
  readonly sent: ReadonlyMap<RepoPath, string>;
}

/** What the edits of one file do to it. */
export interface FileEdits {
  readonly path: RepoPath;
  /** How the reply writes the path, if differently. */
  readonly written?: string;
  /** The text as it is now; undefined if there is no such file. */
  readonly now: string | undefined;
  readonly newPath?: RepoPath;
  readonly hunks: readonly PlacedHunk[];
  /** Why the user must confirm this path, as the rest of a sentence that begins with `This file`. */
  readonly risk?: string;
}

/** An edit whose file isn't known or can't be edited. The reason is the rest of a sentence that begins with the path. */
export interface UnplacedEdit {
  readonly written: string;
  readonly reason: string;
  /** The files that may be meant. */
  readonly paths: readonly RepoPath[];
  /** 1-based lines of the reply, both included. */
  readonly from: number;
  readonly to: number;
}

/** In the order of the reply. */
export interface PlacedReply {
  readonly files: readonly FileEdits[];
  readonly unplaced: readonly UnplacedEdit[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** What the user has accepted of one file of the last reply. */
export interface AcceptedEdits {
  readonly path: RepoPath;
  readonly newPath?: RepoPath;
  /** Undefined deletes the file. */
  readonly replacements: readonly Replacement[] | undefined;
}

/** A file before and after; undefined where there is none. */
export interface EditedFile {
  readonly path: RepoPath;
  readonly before: Uint8Array<ArrayBuffer> | undefined;
  readonly after: Uint8Array<ArrayBuffer> | undefined;
}

export type EditedFiles =
  | { readonly kind: 'edited'; readonly files: readonly EditedFile[] }
  /** The reason is the rest of a sentence that begins with the path. */
  | { readonly kind: 'refused'; readonly path: RepoPath; readonly reason: string };
