import type { RepoPath } from '../../core/files/repoPath';
import type { AskReason, PlacedBy, PlacedHunk } from '../../core/replies/placedEdit';
import { isDeletion, isRename, replacementOf, type FileReview } from './fileReview.svelte';
import type { Reply } from './reply.svelte';

/** A report for scripts on a reply, as it was before anything was written. */
export interface ReportedReply {
  /** In the order of the reply. */
  readonly hunks: readonly ReportedHunk[];
  /** Edits whose file is not known or can't be edited. */
  readonly unplaced: readonly { readonly path: string; readonly reason: string }[];
  /** Parts that look like edits, each with its first line. */
  readonly notUnderstood: readonly { readonly text: string; readonly reason: string }[];
}

export interface ReportedHunk {
  readonly path: RepoPath;
  readonly kind: 'change' | 'create' | 'write' | 'delete' | 'rename';
  readonly state: PlacedHunk['state']['kind'];
  /** 1-based line of the file; absent without a place. */
  readonly place?: number;
  /** How the place was found, or why it asks. */
  readonly reason?: PlacedBy | AskReason;
  readonly accepted: boolean;
  /** Why it must be confirmed: the risk of the file, or that the model has not seen it. */
  readonly confirm?: string;
}

export function replyReport({ state, files }: Reply): ReportedReply {
  const { unplaced, notUnderstood } = state.kind === 'placed' ? state : { unplaced: [], notUnderstood: [] };
  return {
    hunks: files.flatMap((file) => file.hunks.map((hunk) => reportedHunk(file, hunk))),
    unplaced: unplaced.map(({ written, reason }) => ({ path: written, reason })),
    notUnderstood: notUnderstood.map(({ text, reason }) => ({ text: text.split('\n', 1)[0] ?? '', reason })),
  };
}

function reportedHunk(file: FileReview, hunk: PlacedHunk): ReportedHunk {
  const { state } = hunk;
  const place = state.kind === 'applied' ? state.from : (replacementOf(hunk)?.from ?? placesOf(hunk)[0]);
  const confirm =
    file.risk ?? (file.isOutside && file.now !== undefined ? 'is not in the context' : undefined);
  return {
    ...{ path: file.path, kind: kindOf(file, hunk), state: state.kind },
    ...(place !== undefined && { place }),
    ...(state.kind === 'placed' && { reason: state.by }),
    ...(state.kind === 'asks' && { reason: state.reason }),
    accepted: file.isAccepted(hunk),
    ...(confirm !== undefined && { confirm }),
  };
}

function placesOf({ state }: PlacedHunk): readonly number[] {
  return state.kind === 'asks' ? state.places : [];
}

function kindOf(file: FileReview, hunk: PlacedHunk): ReportedHunk['kind'] {
  if (isDeletion(hunk)) return 'delete';
  if (isRename(hunk)) return 'rename';
  if (file.isNew) return 'create';
  return hunk.hunk === undefined ? 'write' : 'change';
}
