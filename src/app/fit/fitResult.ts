import { fileBlock, textBlock, type Block } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import { joinedBodies, measurePlan, planDocument, type BodyTokens } from '../../core/document/plan';
import type { SectionId } from '../../core/document/sections/registry';
import type { FitLevel } from '../../core/fit/fit';
import { compareRepoPaths, type RepoPath } from '../../core/files/repoPath';
import { FULL } from '../../core/views/modes/full';
import type { FolderNode } from '../tree/treeNode';

export interface FitRow {
  readonly path: RepoPath;
  readonly change: 'in' | 'out' | 'smaller' | 'larger' | 'same' | 'kept';
  /** Undefined for a file that is not shown then, and for one that stays as the user has set it. */
  readonly level: FitLevel | undefined;
  /** Name of the view of a file that stays as the user has set it, if it is in the document. */
  readonly view?: string | undefined;
  /** Tokens before and after. */
  readonly before: number;
  readonly after: number;
  readonly reasons: readonly string[];
}

export interface FitResult {
  /** All files that are selected before or after. */
  readonly rows: readonly FitRow[];
  /** The files that are selected after, and those of them that are shown in full. */
  readonly paths: readonly RepoPath[];
  readonly inFull: readonly RepoPath[];
  /** Of the whole document. */
  readonly tokens: number;
  /** False while the texts that list the selected files are not measured for these. */
  readonly exact: boolean;
  /** How much the files set by hand and the texts exceed the budget; 0 if they fit. */
  readonly excess: number;
}

/** Files that the document neither shows nor names. */
export interface UnnamedFiles {
  /** A top folder; empty for the files beside them. */
  readonly folder: string;
  readonly files: number;
}

export type Texts = ReadonlyMap<SectionId, BodyTokens | undefined>;
export type MeasuredFile = BodyTokens & { readonly path: RepoPath };
type MeasuredBlock = Block & BodyTokens;

/** Files in any order as one block, so that a plan of many files is measured at once. */
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

/** The headings above the files, and the tokens of one of them. */
export interface Headings {
  readonly files: string;
  tokensOf(lead: string): number;
}

/** Tokens of a document with these texts, and these groups of files. */
export function measureDocument(
  texts: Texts,
  groups: readonly (MeasuredBlock | undefined)[],
  headings: Headings,
): number {
  const files = groups.filter((group) => group !== undefined);
  // Only the last file has no separator after it.
  files.sort((one, other) => compareRepoPaths(pathOf(one), pathOf(other)));
  const parts = Array.from(texts, ([section, tokens]): readonly MeasuredBlock[] =>
    tokens === undefined ? [] : [{ ...textBlock(section), ...tokens }],
  );
  const plan = planDocument<MeasuredBlock>([...parts.flat(), ...files], bySection(headings.files));
  return measurePlan(plan, { body: (block) => block, lead: (lead) => headings.tokensOf(lead) }).tokens;
}

function pathOf({ source }: Block): RepoPath {
  return source.kind === 'file' ? source.path : ('' as RepoPath); // only files are sorted
}

/** The files below each top folder that are not shown, the most first. */
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
