/** The part of the engine's contract for the replies of models. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { PlacedHunk, Replacement } from '../../src/core/replies/placedEdit';
import type { ReplyRequests } from '../../src/core/requests/request';
import type { Hunk, NotUnderstood, ReplyLines } from '../../src/core/replies/replyEdit';

export interface ReplyToPlace {
  readonly text: string;
  /** Hashes of the bodies in which the model has seen files in full. */
  readonly sent: ReadonlyMap<RepoPath, string>;
  /** The files that the user has chosen for paths as the reply has them. */
  readonly chosen: ReadonlyMap<string, RepoPath>;
  /** Texts that replace the edits of files, because the user has edited what these make. */
  readonly edited: ReadonlyMap<RepoPath, EditedText>;
}

/** A text that the user has made of `base`. */
export interface EditedText {
  readonly text: string;
  readonly base: string;
}

/** The edits of one file. */
export interface FileEdits {
  readonly path: RepoPath;
  /** The present text; undefined if there is no such file. */
  readonly now: string | undefined;
  /** The new path, if an edit renames the file. */
  readonly newPath?: RepoPath;
  readonly hunks: readonly PlacedHunk[];
  /** Why the user must confirm this file, as the rest of a sentence that begins with `This file`. */
  readonly risk?: string;
}

/** An edit whose file is not known or can't be edited. The reason is the rest of a sentence that begins with the path. */
export interface UnplacedEdit extends ReplyLines {
  /** The path as the reply has it. */
  readonly written: string;
  readonly reason: string;
  /** The files that may be meant. */
  readonly paths: readonly RepoPath[];
}

/** In the order of the reply. */
export interface PlacedReply extends ReplyRequests {
  readonly files: readonly FileEdits[];
  readonly unplaced: readonly UnplacedEdit[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** The place that the user has chosen for a hunk. */
export interface ChosenPlace {
  readonly path: RepoPath;
  readonly hunk: Hunk;
  /** 1-based. */
  readonly line: number;
}

/** The edits of one file of the last reply that the user has accepted. */
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
