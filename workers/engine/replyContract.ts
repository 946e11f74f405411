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
  /** Texts of files as the user has edited them. */
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
  /** The text as the user has edited it, merged with the present one if that has changed. */
  readonly edited?: string;
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
  /** Names the texts in which it was placed. */
  readonly id: number;
  readonly files: readonly FileEdits[];
  readonly unplaced: readonly UnplacedEdit[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** The place that the user has chosen for a hunk. */
export interface ChosenPlace {
  /** Id of the placed reply. */
  readonly id: number;
  readonly path: RepoPath;
  readonly hunk: Hunk;
  /** 1-based. */
  readonly line: number;
}

/** The edits that the user has accepted. */
export interface Accepted {
  /** Id of the placed reply. */
  readonly id: number;
  readonly files: readonly AcceptedEdits[];
}

/** The accepted edits of one file. */
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

/** A file that can't be made. The reason is the rest of a sentence that begins with the path. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly path: RepoPath;
  readonly reason: string;
}

export type EditedFiles = { readonly kind: 'edited'; readonly files: readonly EditedFile[] } | RefusedFile;

/** A patch that `git apply` takes. */
export type EditedPatch = { readonly kind: 'patch'; readonly patch: Uint8Array<ArrayBuffer> } | RefusedFile;
