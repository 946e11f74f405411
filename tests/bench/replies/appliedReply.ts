/** Reads a reply and applies everything that needs no question. */
import { parseRepoPath, type RepoPath } from '../../../src/core/files/repoPath';
import { appliedText } from '../../../src/core/replies/placing/appliedText';
import {
  createPathIndex,
  findEditedPath,
  type PathIndex,
  isKnownFile,
} from '../../../src/core/replies/placing/findPath';
import { fitsExactly, placeEdits } from '../../../src/core/replies/placing/placeEdits';
import { readReply } from '../../../src/core/replies/readReply';
import type { PlacedHunk } from '../../../src/core/replies/placedEdit';
import type { ReplyEdit } from '../../../src/core/replies/replyEdit';

export interface Folder {
  readonly index: PathIndex;
  readonly textOf: (path: string) => string | undefined;
  readonly sentOf: (path: string) => string | undefined;
}

export interface AppliedReply {
  /** Texts of the files that edits are for. */
  readonly files: ReadonlyMap<string, AppliedFile>;
  /** Whether a part of the reply belongs to no file, or can't be read. */
  readonly isUnclear: boolean;
  /** For reading and placing. */
  readonly milliseconds: number;
}

interface AppliedFile {
  readonly text: string;
  readonly placed: readonly PlacedHunk[];
}

export function indexOf(paths: readonly string[]): PathIndex {
  return createPathIndex(
    paths.flatMap((path): RepoPath[] => {
      const parsed = parseRepoPath(path);
      return parsed.kind === 'path' ? [parsed.path] : [];
    }),
  );
}

export function applyReply(reply: string, { index, textOf, sentOf }: Folder): AppliedReply {
  const start = performance.now();
  const { edits, notUnderstood } = readReply(reply, (path) => isKnownFile(path, index));
  let isUnclear = notUnderstood.length > 0;
  const editsByPath = new Map<string, ReplyEdit[]>();
  for (const edit of edits) {
    const found = findEditedPath(edit.path, index, (path) => {
      const text = edit.kind === 'change' ? textOf(path) : undefined;
      return text !== undefined && fitsExactly(edit, text);
    });
    if (found.kind === 'path' || found.kind === 'new')
      editsByPath.set(found.path, [...(editsByPath.get(found.path) ?? []), edit]);
    else isUnclear = true;
  }
  const files = new Map<string, AppliedFile>();
  for (const [path, ofPath] of editsByPath) {
    const now = textOf(path);
    const placed = placeEdits(ofPath, { now, sent: sentOf(path) });
    const sure = placed.flatMap(({ state }) => (state.kind === 'placed' ? [state.replacement] : []));
    files.set(path, { text: appliedText(now ?? '', sure), placed });
  }
  return { files, isUnclear, milliseconds: performance.now() - start };
}
