import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { FileItem, ViewMode } from '../../core/items/fileItem';
import { hasMark, type FileMark } from '../../core/items/fileMarks';
import type { SliceState } from '../../core/slices/resolvedSlice';
import type { LeftOut } from '../../core/ignore/leftOut';
import type { SummaryStanding } from '../../core/summaries/standing';
import type { SymbolCount } from '../ports';

/**
 * What a folder holds at any depth. A file is part of it when it is not left out, or ticked all the same.
 * `counted` are the files whose tokens are exact, `pending` those nothing is known of yet; large files that were
 * not read are neither. `ticked` and `tickable` include ticked files that are missing, `files` does not.
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
  /** Entries left out, a folder with everything in it as one; ticked files are not among them. */
  readonly leftOut: number;
}

/** A view of a file: its name for people, and what it counts as soon as that is known. */
export interface ShownAs {
  readonly mode: ViewMode | 'absent';
  readonly label: string;
  readonly tokens: number | undefined;
  /** Whether the summary it is shown as is kept. */
  readonly summary?: SummaryStanding | undefined;
  /** How its slices were found again, of a file that stands as such. */
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
  /** What reading it told; undefined until it is known. */
  readonly content: FileContent | undefined;
  /** Bytes. */
  readonly size: number | undefined;
  /** Of the content it has; undefined while nobody has looked. */
  readonly symbols: SymbolCount | undefined;
  /** Whether it has an item. */
  readonly ticked: boolean;
  /** How a ticked file is shown in the document, unless that is its full text. */
  readonly shownAs: ShownAs | undefined;
  /** The user's choices for a ticked file, as in the composition. */
  readonly item: FileItem | undefined;
  /** Ticked, but no longer in the folder. */
  readonly missing: boolean;
  /** What a missing file held when it was there last, as far as that is known. */
  readonly held: HeldContent | undefined;
}

/** As much of a content as tells it again under another path. */
export type HeldContent = Pick<Extract<FileContent, { kind: 'text' }>, 'hash' | 'lines'>;

export interface FolderNode {
  readonly kind: 'folder';
  readonly name: string;
  readonly key: string;
  /** Empty for the root, which is never shown as a row. */
  readonly path: RepoPath;
  readonly parent: FolderNode | undefined;
  readonly leftOut: LeftOut | undefined;
  /** For a folder that is left out: whether its content has been asked for. */
  readonly listed: boolean;
  readonly children: ReadonlyMap<string, TreeNode>;
  /** Rises when a child is taken out; children that are added come last in `children`. */
  readonly removals: number;
  readonly sums: FolderSums;
  // Files alone have these; named here so that a node of either kind can be asked.
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

/** Tokens of a file's text; an estimate where it was not read, 0 where there is no text. */
export function fileTokens(file: FileNode): number {
  const { content } = file;
  return content?.kind === 'text' || content?.kind === 'unread' ? content.tokens : 0;
}

/** Tokens of a ticked file's block in the document; of its block in full while the view has not been measured. */
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

/** Whether the node counts among what the folder offers: itself, or something in it, is not left out or is ticked. */
export function isIncluded(node: TreeNode): boolean {
  return node.kind === 'file' ? node.leftOut === undefined || node.ticked : node.sums.tickable > 0;
}

/**
 * The files that are meant by these nodes: themselves, and of a folder those that are ticked. What is left out or very
 * large counts only when it is ticked, which is asked about.
 */
export function chosenFiles(nodes: readonly TreeNode[]): readonly FileNode[] {
  const files = nodes.flatMap((node) => {
    if (node.kind === 'folder') return filesIn(node).filter(({ ticked }) => ticked);
    const isPlain = node.leftOut === undefined && node.content?.kind !== 'unread';
    return node.ticked || isPlain ? [node] : [];
  });
  return [...new Set(files)];
}

/** Whether all files meant by these nodes have a mark. */
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
