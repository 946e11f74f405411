/** Finds the files that the edits of a reply are for. */
import { type RepoPath } from '../../../src/core/files/repoPath';
import { findEditedPath, type PathIndex } from '../../../src/core/replies/placing/findPath';
import { fitsExactly } from '../../../src/core/replies/placing/placeEdits';
import type { ReplyEdit, ReplyPlan } from '../../../src/core/replies/replyEdit';
import type { UnplacedEdit } from '../replyContract';
import type { PresentFiles } from './presentFiles';

import { renameTarget } from './renameTarget';

interface Locating {
  readonly known: PathIndex;
  readonly files: PresentFiles;
  readonly chosen: ReadonlyMap<string, RepoPath>;
}

/** The edits of a reply by the files that they are for. */
export async function locatedEdits({ edits, notUnderstood }: ReplyPlan, { known, files, chosen }: Locating) {
  const editsByPath = new Map<RepoPath, ReplyEdit[]>();
  const unplaced: UnplacedEdit[] = [];
  for (const edit of edits) {
    const own = chosen.get(edit.path);
    const found = own === undefined ? await findPath(edit, known, files) : await asFound(own, files);
    if (found.kind !== 'found') {
      const { reason, paths } = found;
      unplaced.push({ written: edit.path, from: edit.from, to: edit.to, reason, paths });
      continue;
    }
    const moved = await renamedBefore(edit, found.path, files);
    const path = moved?.path ?? found.path;
    const others = editsByPath.get(path);
    if (others === undefined) editsByPath.set(path, [moved?.edit ?? edit]);
    else others.push(moved?.edit ?? edit);
  }
  return { editsByPath, unplaced, notUnderstood };
}

/** An edit of a file that has been renamed as the edit wants, such as by writing it earlier, for the file as it is now. */
async function renamedBefore(
  edit: ReplyEdit,
  path: RepoPath,
  files: PresentFiles,
): Promise<{ readonly path: RepoPath; readonly edit: ReplyEdit } | undefined> {
  if (!('newPath' in edit) || edit.newPath === undefined) return undefined;
  const { path: newPath } = renameTarget(edit.newPath);
  if (newPath === undefined || (await files.read(path)).kind !== 'none') return undefined;
  const isThere = (await files.read(newPath)).kind === 'text';
  return isThere ? { path: newPath, edit: { ...edit, path: newPath, newPath } } : undefined;
}

type FoundFile =
  | { readonly kind: 'found'; readonly path: RepoPath }
  | { readonly kind: 'refused'; readonly reason: string; readonly paths: readonly RepoPath[] };

async function findPath(edit: ReplyEdit, known: PathIndex, files: PresentFiles): Promise<FoundFile> {
  const found = await findByTexts(edit, known, files);
  if (found.kind === 'ambiguous')
    return { kind: 'refused', reason: 'may be one of several files', paths: found.paths };
  if (found.kind === 'refused') return { kind: 'refused', reason: found.reason, paths: [] };
  return asFound(found.path, files);
}

async function asFound(path: RepoPath, files: PresentFiles): Promise<FoundFile> {
  const file = await files.read(path);
  return file.kind === 'failed'
    ? { kind: 'refused', reason: file.reason, paths: [] }
    : { kind: 'found', path };
}

/** Reads the files whose texts decide which of them is meant. */
async function findByTexts(
  edit: ReplyEdit,
  known: PathIndex,
  files: PresentFiles,
): Promise<ReturnType<typeof findEditedPath>> {
  for (let left = MOST_CANDIDATES; ;) {
    const unread: RepoPath[] = [];
    const found = findEditedPath(edit.path, known, (path) => {
      const file = files.known(path);
      if (file === undefined) unread.push(path);
      return file?.kind === 'text' && fitsExactly(edit, file.text);
    });
    const next = unread.slice(0, left);
    if (next.length === 0) return found;
    left -= next.length;
    for (const path of next) await files.read(path);
  }
}

/** Files with the name that a reply gives without a folder. */
const MOST_CANDIDATES = 30;
