import type { NotUnderstood, ReplyEdit } from '../replyEdit';
import type { Before, ReplyView } from '../replyView';

type WithoutLines<T> = T extends unknown ? Omit<T, 'from' | 'to' | 'format'> : never;

/** An edit without its format. Lines are 0-based. */
export type EditRead = WithoutLines<ReplyEdit> & { readonly from: number; readonly to: number };

/** A part that looks like an edit, with the reason it isn't one. Lines are 0-based. */
export type PartNotRead = Pick<NotUnderstood, 'from' | 'to' | 'reason'>;

export interface Reading {
  readonly edits: readonly EditRead[];
  readonly notUnderstood: readonly PartNotRead[];
  /** Last line that belongs to the block; what follows is read on its own. */
  readonly to: number;
}

/** A format that models write edits in. */
export interface ReplyFormat {
  readonly name: string;
  /** Reads the block that begins at a line; undefined if none of this format does. Takes time in proportion to it. */
  readonly readAt: (view: ReplyView, at: number, before: Before) => Reading | undefined;
}

export function readingOf(edit: EditRead): Reading {
  return { edits: [edit], notUnderstood: [], to: edit.to };
}

export function notRead(from: number, to: number, reason: string): Reading {
  return { edits: [], notUnderstood: [{ from, to, reason }], to };
}

/** The text of a file from its lines. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
