/** The headings that Code Web Chat puts above files. */
import type { ReplyEdit } from '../replyEdit';
import { bare, type ReadEdits, type ReplyFormat } from './format';

export interface FileHeading {
  readonly path: string;
  readonly isNew: boolean;
}

const NAME = 'code-web-chat';

/** The heading of a file whose text follows in a fence. */
export function fileHeading(line: string): FileHeading | undefined {
  const [, verb = '', path] =
    /^#{1,6} +(updated?|modified|new|created?|added) file:? *`?([^`]+?)`?:?$/i.exec(bare(line)) ?? [];
  return path === undefined ? undefined : { path, isNew: /^(?:new|creat|add)/i.test(verb) };
}

/** Headings that say all. */
export const fileHeadings: ReplyFormat = {
  name: NAME,
  read(lines, at) {
    const line = bare(lines[at] ?? '');
    const place = { format: NAME, from: at + 1, to: at + 1 };
    const done = (edit: ReplyEdit): ReadEdits => ({ edits: [edit], notUnderstood: [], next: at + 1 });
    const [, deleted] = /^#{1,6} +(?:deleted?|removed?) file:? *`?([^`]+?)`?:?$/i.exec(line) ?? [];
    if (deleted !== undefined) return done({ ...place, path: deleted, kind: 'delete' });
    const [, path, newPath] =
      /^#{1,6} +(?:renamed?|moved?) file:? *`([^`]+)`[^`]*`([^`]+)`/i.exec(line) ?? [];
    if (path === undefined || newPath === undefined) return undefined;
    return done({ ...place, path, kind: 'rename', newPath });
  },
};
