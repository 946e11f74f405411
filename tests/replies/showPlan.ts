/** A plan as text, so that tests read like the edits they expect. */
import type { Hunk, ReplyEdit, ReplyPlan } from '../../src/core/replies/replyEdit';

const MARKS = { keep: ' ', remove: '-', add: '+', gap: '~' } as const;

/** One entry for each edit, then one for each part that isn't understood. */
export function showPlan({ edits, notUnderstood }: ReplyPlan): readonly string[] {
  return [
    ...edits.map(showEdit),
    ...notUnderstood.map(({ from, to, reason }) => `? ${from}-${to} ${reason}`),
  ];
}

function showEdit(edit: ReplyEdit): string {
  const head = `${edit.format} ${edit.from}-${edit.to} ${edit.kind} ${edit.path}`;
  switch (edit.kind) {
    case 'delete':
      return head;
    case 'rename':
      return `${head} -> ${edit.newPath}`;
    case 'write':
      return `${head}${edit.isNew ? ' (new)' : ''}\n${edit.text}`;
    case 'change':
      return `${head}${edit.newPath === undefined ? '' : ` -> ${edit.newPath}`}\n${edit.hunks.map(showHunk).join('')}`;
  }
}

function showHunk({ lines, line, anchor, isAtEnd }: Hunk): string {
  const place = [
    '@@',
    ...(line === undefined ? [] : [String(line)]),
    ...(anchor === undefined ? [] : [anchor]),
    ...(isAtEnd ? ['end'] : []),
  ];
  return `${place.join(' ')}\n${lines.map(({ op, text }) => `${MARKS[op]}${text}\n`).join('')}`;
}
