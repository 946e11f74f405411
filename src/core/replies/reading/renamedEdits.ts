import type { ReplyEdit } from '../replyEdit';

/** Makes a renamed file and the change that follows it one edit. Further changes of the file name it by its old path. */
export function joinRenames(edits: readonly ReplyEdit[]): readonly ReplyEdit[] {
  const joined: ReplyEdit[] = [];
  /** The renamed file whose changes may follow. */
  let renamed: { readonly path: string; readonly newPath: string } | undefined;
  for (const edit of edits) {
    if (edit.kind === 'rename') renamed = edit;
    const isOfRenamed =
      renamed !== undefined && (edit.path === renamed.path || edit.path === renamed.newPath);
    if (edit.kind !== 'change' || edit.newPath !== undefined || renamed === undefined || !isOfRenamed) {
      if (edit.kind !== 'rename') renamed = undefined;
      joined.push(edit);
      continue;
    }
    const { path, newPath } = renamed;
    const last = joined.at(-1);
    if (last?.kind === 'rename') joined.splice(-1, 1, { ...edit, path, newPath, from: last.from });
    else joined.push({ ...edit, path });
  }
  return joined;
}
