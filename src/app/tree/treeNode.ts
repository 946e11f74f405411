import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem, ViewMode } from '../../core/items/fileItem';
import { hasMark, type FileMark } from '../../core/items/fileMarks';
import type { SliceState } from '../../core/slices/resolvedSlice';
import type { LeftOut } from '../../core/ignore/leftOut';
import type { SummaryStatus } from '../../core/summaries/summaryStatus';
import type { SymbolCount } from '../ports/engine';

/**
 * The sums of a folder at any depth. They include a file unless it is left out and not ticked. `counted` files have
 * exact tokens and `pending` files are not read yet; large files that are not read are neither. `ticked` and `tickable`
 * include missing files, `files` does not.
 */
export interface FolderSums {
  readonly files: number;
  readonly counted: number;
  readonly pending: number;
  readonly tokens: number;
  readonly tickable: number;
  readonly ticked: number;
  readonly tickedCounted: number;
  readonly tickedTokens: number;
  /** Listed files that are left out and not ticked. */
  readonly unusedFiles: number;
  /** Left-out entries except ticked files; a folder counts as one. */
  readonly leftOut: number;
}

/** The view of a file: its label, and its tokens once they are known. */
export interface ShownAs {
  readonly mode: ViewMode | 'absent';
  readonly label: string;
  readonly tokens: number | undefined;
  /** Whether the summary is cached, if it is shown as one. */
  readonly summary?: SummaryStatus | undefined;
  /** How its slices were found, if it is shown as slices. */
  readonly slices?: readonly SliceState[] | undefined;
  /** Why the view shows less than was asked for. */
  readonly warnings?: readonly string[];
}

export interface FileNode {
  readonly kind: 'file';
  readonly name: string;
  /** The name to sort by, see `nameKey`. */
  readonly key: string;
  readonly path: RepoPath;
  readonly parent: FolderNode;
  readonly leftOut: LeftOut | undefined;
  /** Undefined until the file is read. */
  readonly content: FileContent | undefined;
  /** Bytes. */
  readonly size: number | undefined;
  /** Undefined until the content is parsed. */
  readonly symbols: SymbolCount | undefined;
  /** Whether it has an item. */
  readonly ticked: boolean;
  /** How a ticked file is shown in the document, unless that is its full text. */
  readonly shownAs: ShownAs | undefined;
  /** The user's choices for a ticked file, as in the composition. */
  readonly item: FileItem | undefined;
  /** Ticked, but no longer in the folder. */
  readonly missing: boolean;
  /** The last known content of a missing file. */
  readonly held: HeldContent | undefined;
}

/** Enough of a content to recognize it under another path. */
export type HeldContent = Pick<Extract<FileContent, { kind: 'text' }>, 'hash' | 'lines'>;

export interface FolderNode {
  readonly kind: 'folder';
  readonly name: string;
  readonly key: string;
  /** Empty for the root, which is never shown as a row. */
  readonly path: RepoPath;
  readonly parent: FolderNode | undefined;
  readonly leftOut: LeftOut | undefined;
  /** For a left-out folder: whether it has been listed. */
  readonly listed: boolean;
  readonly children: ReadonlyMap<string, TreeNode>;
  /** Rises when a child is removed; added children come last in `children`. */
  readonly removals: number;
  readonly sums: FolderSums;
  // Only files have these. They are declared here so that they can be read from any node.
  readonly content?: undefined;
  readonly symbols?: undefined;
  readonly size?: undefined;
}

export type TreeNode = FileNode | FolderNode;

export type CheckState = boolean | 'mixed';

export function checkState(node: TreeNode): CheckState {
  if (node.kind === 'file') return node.ticked;
  const { ticked, tickable, unusedFiles } = node.sums;
  if (ticked === 0) return false;
  const whole = node.leftOut === undefined ? ticked === tickable : node.listed && unusedFiles === 0;
  return whole ? true : 'mixed';
}

/** Tokens of a file's text; an estimate if it was not read, 0 if it has no text. */
export function fileTokens(file: FileNode): number {
  const { content } = file;
  return content?.kind === 'text' || content?.kind === 'unread' ? content.tokens : 0;
}

/** Tokens of a ticked file's block in the document, or of its full block until the view is measured. */
function shownTokens(file: FileNode): number {
  return file.shownAs?.tokens ?? file.content?.block.tokens ?? 0;
}

/** Tokens that a file or a folder adds to the context. */
export function contextTokens(node: TreeNode): number {
  if (node.kind === 'folder') return node.sums.tickedTokens;
  return node.ticked ? shownTokens(node) : 0;
}

/** Whether `contextTokens` is exact. */
export function isContextCounted(node: TreeNode): boolean {
  if (node.kind === 'folder') return node.sums.tickedCounted === node.sums.ticked;
  return isCounted(node) && (node.shownAs === undefined || node.shownAs.tokens !== undefined);
}

/** Whether the number of tokens is exact. */
export function isCounted(file: FileNode): boolean {
  return file.missing || (file.content !== undefined && file.content.kind !== 'unread');
}

/** Whether the node is in the document, wholly or in part. */
export function isTicked(node: TreeNode): boolean {
  return node.kind === 'file' ? node.ticked : node.sums.ticked > 0;
}

/** Whether the node, or something in it, is ticked or not left out. */
export function isIncluded(node: TreeNode): boolean {
  return node.kind === 'file' ? node.leftOut === undefined || node.ticked : node.sums.tickable > 0;
}

/**
 * The files that a verb on these nodes applies to: the files themselves, and the ticked files of folders. Left-out and
 * very large files are included only if they are ticked, because ticking them asks first.
 */
export function chosenFiles(nodes: readonly TreeNode[]): readonly FileNode[] {
  const files = nodes.flatMap((node) => {
    if (node.kind === 'folder') return filesIn(node).filter(({ ticked }) => ticked);
    const isPlain = node.leftOut === undefined && node.content?.kind !== 'unread';
    return node.ticked || isPlain ? [node] : [];
  });
  return [...new Set(files)];
}

/** Whether all chosen files of these nodes have a mark. */
export function areMarked(nodes: readonly TreeNode[], mark: FileMark): boolean {
  const files = chosenFiles(nodes);
  return files.length > 0 && files.every(({ item }) => item !== undefined && hasMark(item, mark));
}

/** The files below a folder, or the file itself, in no particular order. */
export function filesIn(node: TreeNode): FileNode[] {
  const files: FileNode[] = [];
  const open: TreeNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'file') files.push(next);
    else for (const child of next.children.values()) open.push(child);
  }
  return files;
}
