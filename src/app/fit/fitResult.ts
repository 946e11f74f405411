import { fileBlock, type Block } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import {
  joinedBodies,
  measurePlan,
  planDocument,
  type BodyTokens,
  type MeasuredBlock,
} from '../../core/document/plan';
import type { SectionId } from '../../core/document/sections/registry';
import type { FitLevel } from '../../core/fit/fit';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import { FULL } from '../../core/views/modes/full';
import type { SectionBlocks } from '../document/textBlocks.svelte';
import type { FolderNode } from '../tree/treeNode';

export interface FitRow {
  readonly path: RepoPath;
  readonly change: 'in' | 'out' | 'smaller' | 'larger' | 'changed' | 'same' | 'kept';
  /** Undefined if the file won't be shown, or stays as the user has set it. */
  readonly level: FitLevel | undefined;
  /** The name of a view that the user has set, if the file is in the document. */
  readonly view?: string | undefined;
  /** Tokens before and after. */
  readonly before: number;
  readonly after: number;
  readonly reasons: readonly string[];
}

export interface FitResult {
  /** All files that are selected before or after applying. */
  readonly rows: readonly FitRow[];
  /** The files selected after applying; `inFull` are those shown in full. */
  readonly paths: readonly RepoPath[];
  readonly inFull: readonly RepoPath[];
  /** Tokens of the whole document. */
  readonly tokens: number;
  /** False until the texts that list the selected files have been measured for this selection. */
  readonly exact: boolean;
  /** Tokens by which the files set by hand and the texts exceed the budget; 0 if they fit. */
  readonly excess: number;
}

/** Files that the document neither shows nor names. */
export interface UnnamedFiles {
  /** A top-level folder; empty for top-level files. */
  readonly folder: string;
  readonly files: number;
}

export type MeasuredFile = BodyTokens & { readonly path: RepoPath };

/** Joins files, in any order, into one block, so that a plan of many files takes one measurement. */
export function joinedFiles(files: readonly MeasuredFile[]): MeasuredBlock | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const last = files.reduce(
    (one, other) => (compareRepoPaths(one.path, other.path) < 0 ? other : one),
    first,
  );
  const before = files.filter((file) => file !== last);
  return { ...fileBlock(last.path, FULL), ...joinedBodies([...before, last]) };
}

/** The heading above the files, and the tokens of any heading. */
export interface Headings {
  readonly files: string;
  /** Tokens of headings that the chosen order repeats. */
  readonly repeated: number;
  tokensOf(lead: string): number;
}

/** Tokens of the bodies of a section. */
export function tokensOf(texts: SectionBlocks, section: SectionId): number {
  return (texts.get(section) ?? []).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Measures a document with these texts and groups of files, in tokens. */
export function measureDocument(
  texts: SectionBlocks,
  groups: readonly (MeasuredBlock | undefined)[],
  headings: Headings,
): number {
  const files = groups.filter((group) => group !== undefined);
  // Only the last file has no separator after it.
  files.sort((one, other) => compareRepoPaths(pathOf(one), pathOf(other)));
  const plan = planDocument<MeasuredBlock>(
    [...[...texts.values()].flat(), ...files],
    bySection(headings.files),
  );
  const bySections = measurePlan(plan, { body: (block) => block, lead: (lead) => headings.tokensOf(lead) });
  return bySections.tokens + headings.repeated;
}

function pathOf({ source }: Block): RepoPath {
  return source.kind === 'file' ? source.path : ('' as RepoPath); // only files are sorted
}

/** Counts the files below each top-level folder that are not shown, largest count first. */
export function unnamedFiles(root: FolderNode, shown: readonly RepoPath[]): readonly UnnamedFiles[] {
  const left = new Map<string, number>();
  let beside = root.sums.files;
  for (const [name, child] of root.children) {
    if (child.kind === 'file') continue;
    left.set(name, child.sums.files);
    beside -= child.sums.files;
  }
  left.set('', beside);
  for (const path of shown) {
    const end = path.indexOf('/');
    const folder = end < 0 ? '' : path.slice(0, end);
    left.set(folder, (left.get(folder) ?? 0) - 1);
  }
  return Array.from(left, ([folder, files]) => ({ folder, files }))
    .filter(({ files }) => files > 0)
    .sort((one, other) => other.files - one.files);
}
