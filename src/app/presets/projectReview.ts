import type { ProjectChange, ProjectEdit } from '../../core/presets/projectFile';
import { placeOf, type Refusal } from '../../core/outside/refusal';
import { diffLines } from '../../core/slices/diffLines';
import { indexLines, splitLines } from '../../core/slices/lineIndex';
import type { Backup } from './backups';

/** A change of a project's file for the user to review before it is written. */
export type ProjectReview = ChangeReview | RestoreReview;

interface ReviewBase {
  readonly lines: readonly ReviewLine[];
  /** False if the new text can only be downloaded. */
  readonly writable: boolean;
  /** Whether writing the new text keeps a backup of the current one in this browser. */
  readonly keepsPresent: boolean;
}

export interface RestoreReview extends ReviewBase {
  readonly kind: 'restore';
  /** ISO time of the backup. */
  readonly time: string;
}

export interface ChangeReview extends ReviewBase {
  readonly kind: 'change';
  readonly effect: 'added' | 'changed' | 'removed';
  /** The table that changes, such as `personas.mender`. */
  readonly table: string;
  /** The old name if the record is renamed. */
  readonly renamedFrom: string | undefined;
  /** `new`: there is no file yet; `rewritten`: its layout does not allow replacing only a part. */
  readonly file: 'new' | 'spliced' | 'rewritten';
  /** Comments that the change would remove. */
  readonly lostComments: readonly string[];
}

export interface ReviewLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skipped';
  readonly text: string;
}

export function reviewOf(
  before: string | undefined,
  change: ProjectChange,
  edit: Exclude<ProjectEdit, Refusal>,
  { writable, isThere }: { readonly writable: boolean; readonly isThere: boolean },
): ChangeReview {
  return {
    kind: 'change',
    effect: change.kind === 'remove' ? 'removed' : isThere ? 'changed' : 'added',
    table: tableOf(change),
    renamedFrom: change.kind === 'remove' || change.before === nameOf(change) ? undefined : change.before,
    file: before === undefined ? 'new' : edit.kind,
    lostComments: edit.lostComments,
    lines: reviewLines(before ?? '', edit.text),
    writable,
    keepsPresent: writable && before !== undefined && losesText(edit),
  };
}

/** Whether a change loses comments or layout. */
export function losesText({ kind, lostComments }: Exclude<ProjectEdit, Refusal>): boolean {
  return kind === 'rewritten' || lostComments.length > 0;
}

export function restoreReviewOf(
  before: string | undefined,
  { text, time }: Backup,
  writable: boolean,
): RestoreReview {
  const keepsPresent = writable && before !== undefined;
  return { kind: 'restore', time, lines: reviewLines(before ?? '', text), writable, keepsPresent };
}

/** The name of the changed record in the current file. */
export function nameBefore(change: ProjectChange): string {
  return change.kind === 'remove' ? change.name : (change.before ?? nameOf(change));
}

function nameOf(change: ProjectChange): string {
  if (change.kind === 'remove') return change.name;
  return change.kind === 'preset' ? change.preset.name : change.persona.name;
}

function tableOf(change: ProjectChange): string {
  const group =
    change.kind === 'remove' ? change.from : change.kind === 'preset' ? 'context_presets' : 'personas';
  return placeOf([group, nameOf(change)]);
}

const LINES_AROUND = 2;

/** Lines that differ, with some context around each. */
function reviewLines(before: string, after: string): readonly ReviewLine[] {
  const all = allLines(splitLines(before), splitLines(after));
  const isNear = all.map((_, at) =>
    all.slice(Math.max(0, at - LINES_AROUND), at + LINES_AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  return all.flatMap((line, at): readonly ReviewLine[] => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [{ kind: 'skipped', text: '…' }] : [];
  });
}

function allLines(before: readonly string[], after: readonly string[]): readonly ReviewLine[] {
  const { ids } = indexLines([...before, ...after]);
  const placeInAfter = diffLines(ids.slice(0, before.length), ids.slice(before.length));
  const lines: ReviewLine[] = [];
  let next = 0;
  const addUpTo = (end: number) => {
    for (; next < end; next += 1) lines.push({ kind: 'added', text: after[next] ?? '' });
  };
  for (const [at, text] of before.entries()) {
    const place = placeInAfter[at] ?? -1;
    if (place < 0) {
      lines.push({ kind: 'removed', text });
      continue;
    }
    addUpTo(place);
    lines.push({ kind: 'same', text });
    next = place + 1;
  }
  addUpTo(after.length);
  return lines;
}
