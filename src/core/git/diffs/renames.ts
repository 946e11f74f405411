/** Finds renames among deleted and added files as git does: equal contents first, then unique names, then similar ones. */
import { compareUtf8 } from '../../compareUtf8';
import { groupBy } from '../../groupBy';
import type { FileChange } from '../status/changes';
import type { TreeFile } from '../model';
import { chunksOf, similarityOf, type Chunks } from './similarity';

export interface RenameOptions<Before, After> {
  /** How to compare and read what may be renamed. Called once per file. */
  sourceOf(before: Before): RenameFile;
  targetOf(after: After): RenameFile;
  /** `status.renameLimit`: up to its square, pairs of files are compared. */
  readonly limit?: number;
}

export interface RenameFile extends Pick<TreeFile, 'mode'> {
  /** Undefined if unknown; such a file is only found by similarity. */
  readonly oid: string | undefined;
  readonly sizeOf: () => Promise<number>;
  readonly read: () => Promise<Uint8Array>;
}

const LIMIT = 1_000;
const MIN_SIMILARITY = 0.5;
/** Files that alone have a name in common need to be more similar, because they aren't compared with others. */
const MIN_NAMED_SIMILARITY = 0.75;
/** How many sources per target stay candidates. */
const MAX_CANDIDATES = 4;

/** Replaces deleted and added files that belong together by renames. The changes must be in git's order, and stay so. */
export async function withRenames<Before, After>(
  changes: readonly FileChange<Before, After>[],
  options: RenameOptions<Before, After>,
): Promise<readonly FileChange<Before, After>[]> {
  const sources: Candidate<Before>[] = [];
  const targets: Candidate<After>[] = [];
  for (const change of changes) {
    if (change.kind === 'deleted')
      sources.push(candidate(change.path, change.before, options.sourceOf(change.before)));
    else if (change.kind === 'added')
      targets.push(candidate(change.path, change.after, options.targetOf(change.after)));
  }
  if (sources.length === 0 || targets.length === 0) return changes;
  const matches: Matches<Before, After> = new Map();
  matchEqual(sources, targets, matches);
  await matchUniqueNames(sources, targets, matches);
  await matchSimilar(sources, targets, { matches, limit: options.limit ?? LIMIT });
  return renamed(changes, matches);
}

interface Candidate<Side> {
  readonly path: string;
  readonly name: string;
  readonly side: Side;
  readonly file: RenameFile;
  /** Set once read. */
  chunks: Chunks | undefined;
  size: number | undefined;
  isTaken: boolean;
}

interface Match<Before, After> {
  readonly source: Candidate<Before>;
  readonly target: Candidate<After>;
  readonly similarity: number;
}

/** By the target's path. */
type Matches<Before, After> = Map<string, Match<Before, After>>;

function candidate<Side>(path: string, side: Side, file: RenameFile): Candidate<Side> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { path, name, side, file, chunks: undefined, size: undefined, isTaken: false };
}

function take<Before, After>(matches: Matches<Before, After>, match: Match<Before, After>): void {
  match.source.isTaken = true;
  match.target.isTaken = true;
  matches.set(match.target.path, match);
}

/** Each target takes the first source with the same content, or better one with the same name too. */
function matchEqual<Before, After>(
  sources: readonly Candidate<Before>[],
  targets: readonly Candidate<After>[],
  matches: Matches<Before, After>,
): void {
  const byOid = groupBy(sources, ({ file }) => file.oid);
  for (const target of targets) {
    if (target.file.oid === undefined) continue;
    const equal = (byOid.get(target.file.oid) ?? []).filter(
      ({ isTaken, file }) =>
        !isTaken && (isRegular(file) ? isRegular(target.file) : file.mode === target.file.mode),
    );
    const source = equal.find(({ name }) => name === target.name) ?? equal[0];
    if (source !== undefined) take(matches, { source, target, similarity: 1 });
  }
}

async function matchUniqueNames<Before, After>(
  sources: readonly Candidate<Before>[],
  targets: readonly Candidate<After>[],
  matches: Matches<Before, After>,
): Promise<void> {
  const named = groupBy(free(targets), ({ name }) => name);
  for (const [name, [source, ...others]] of groupBy(free(sources), (found) => found.name)) {
    const [target, ...otherTargets] = named.get(name) ?? [];
    if (source === undefined || target === undefined) continue;
    if (others.length > 0 || otherTargets.length > 0) continue;
    const similarity = await similarityBetween(source, target, MIN_NAMED_SIMILARITY);
    if (similarity >= MIN_NAMED_SIMILARITY) take(matches, { source, target, similarity });
  }
}

async function matchSimilar<Before, After>(
  sources: readonly Candidate<Before>[],
  targets: readonly Candidate<After>[],
  { matches, limit }: { readonly matches: Matches<Before, After>; readonly limit: number },
): Promise<void> {
  const from = free(sources);
  const to = free(targets);
  if (from.length * to.length > limit * limit) return;
  const found: Match<Before, After>[] = [];
  for (const target of to) {
    const similar: Match<Before, After>[] = [];
    for (const source of from) {
      const similarity = await similarityBetween(source, target, MIN_SIMILARITY);
      if (similarity >= MIN_SIMILARITY) similar.push({ source, target, similarity });
    }
    found.push(...similar.sort(byRank).slice(0, MAX_CANDIDATES));
  }
  for (const match of found.sort(byRank)) {
    if (!match.source.isTaken && !match.target.isTaken) take(matches, match);
  }
}

function byRank(one: Match<unknown, unknown>, other: Match<unknown, unknown>): number {
  return other.similarity - one.similarity || Number(hasSameName(other)) - Number(hasSameName(one));
}

function hasSameName({ source, target }: Match<unknown, unknown>): boolean {
  return source.name === target.name;
}

function free<Side>(candidates: readonly Candidate<Side>[]): readonly Candidate<Side>[] {
  return candidates.filter(({ isTaken }) => !isTaken);
}

/** 0 if the sizes already tell that the files are less similar than `least`. */
async function similarityBetween(
  source: Candidate<unknown>,
  target: Candidate<unknown>,
  least: number,
): Promise<number> {
  if (!isRegular(source.file) || !isRegular(target.file)) return 0;
  source.size ??= await source.file.sizeOf();
  target.size ??= await target.file.sizeOf();
  const maxSize = Math.max(source.size, target.size);
  if (Math.min(source.size, target.size) < maxSize * least) return 0;
  source.chunks ??= chunksOf(await source.file.read());
  target.chunks ??= chunksOf(await target.file.read());
  return similarityOf(source.chunks, target.chunks, maxSize);
}

function isRegular({ mode }: RenameFile): boolean {
  return mode === 0o100644 || mode === 0o100755;
}

function renamed<Before, After>(
  changes: readonly FileChange<Before, After>[],
  matches: Matches<Before, After>,
): readonly FileChange<Before, After>[] {
  const gone = new Set([...matches.values()].map(({ source }) => source.path));
  const kept: FileChange<Before, After>[] = [];
  for (const change of changes) {
    if (change.kind === 'deleted' && gone.has(change.path)) continue;
    const match = change.kind === 'added' ? matches.get(change.path) : undefined;
    if (match === undefined) kept.push(change);
    else {
      const { source, target, similarity } = match;
      const { path: from, side: before } = source;
      kept.push({ kind: 'renamed', path: target.path, from, similarity, before, after: target.side });
    }
  }
  return kept.sort((a, b) => compareUtf8(a.path, b.path));
}
