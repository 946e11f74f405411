import { baseName, compareRepoPaths, type RepoPath } from '../files/repoPath';
import type { KnownFile } from './filesByLength';
import { folderMoves, foldersOf, sharedStart } from './folderMoves';
import { movedCandidates, saysSomething } from './movedCandidates';

export interface LikelyPath {
  readonly path: RepoPath;
  /** `content`: same content; `name`: same name and similar length. */
  readonly reason: 'content' | 'name' | 'similar name';
}

/** A gone file with its likely new paths. */
export interface MovedFile {
  readonly path: RepoPath;
  /** All for the same reason, likeliest first. */
  readonly likely: readonly LikelyPath[];
  /** True if the first path is the only candidate, and no other gone file claims it. */
  readonly sure: boolean;
}

const MAX_LIKELY = 5;

/**
 * Finds the likely new paths of gone files: files with the same content, else the same name, else a name that differs only in
 * extension, case or separators. Equal candidates are ordered by the similarity of their folders. If files of a folder moved
 * together, the others are looked for in the new folder, too. Makes one pass over `files`.
 */
export function findMoved(gone: readonly KnownFile[], files: Iterable<KnownFile>): readonly MovedFile[] {
  const looking = lookForMoved(gone, files);
  let step = looking.next();
  while (step.done !== true) step = looking.next();
  return step.value;
}

/** Files, folders or paths to check in one step. */
const STEP = 2_000;

/** `findMoved` in short steps. */
export function* lookForMoved(
  gone: readonly KnownFile[],
  files: Iterable<KnownFile>,
): Generator<undefined, readonly MovedFile[], undefined> {
  const candidates = movedCandidates();
  yield* inSteps(gone, (file) => candidates.seek(file));
  yield* inSteps(files, (file) => {
    candidates.add(file);
    return 1;
  });
  const alone: MovedFile[] = [];
  const moves = folderMoves();
  yield* inSteps(gone, (file) => {
    const near = candidates.near(file);
    const moved = judge(file, near);
    alone.push(moved);
    const [to] = moved.likely;
    if (moved.sure && to !== undefined) moves.add(moved.path, to.path);
    return 1 + near.length;
  });
  const together: MovedFile[] = [];
  yield* inSteps(alone, (moved) => {
    const followed = moved.sure ? undefined : moves.follow(moved, candidates);
    together.push(followed?.there === undefined ? moved : movedTo(moved, followed.there));
    return 1 + (followed?.looked ?? 0);
  });
  return withoutRivals(together);
}

/** `work` returns the number of files, folders or paths it checked. */
function* inSteps<Item>(
  items: Iterable<Item>,
  work: (item: Item) => number,
): Generator<undefined, void, undefined> {
  let looked = 0;
  for (const item of items) {
    looked += work(item);
    if (looked < STEP) continue;
    looked = 0;
    yield;
  }
}

/** If several gone files claim one path, none of them is sure. */
function withoutRivals(judged: readonly MovedFile[]): readonly MovedFile[] {
  const claims = new Map<RepoPath, number>();
  for (const { sure, likely } of judged) {
    const to = likely[0]?.path;
    if (sure && to !== undefined) claims.set(to, (claims.get(to) ?? 0) + 1);
  }
  return judged.map((moved) => {
    const to = moved.likely[0]?.path;
    return to !== undefined && (claims.get(to) ?? 0) > 1 ? { ...moved, sure: false } : moved;
  });
}

function judge(gone: KnownFile, candidates: readonly KnownFile[]): MovedFile {
  const byReason = new Map<LikelyPath['reason'], KnownFile[]>();
  for (const candidate of candidates) {
    const reason = reasonFor(gone, candidate);
    const others = byReason.get(reason);
    if (others === undefined) byReason.set(reason, [candidate]);
    else others.push(candidate);
  }
  const reason = REASONS.find((each) => byReason.has(each));
  if (reason === undefined) return { path: gone.path, likely: [], sure: false };
  const likely = (byReason.get(reason) ?? [])
    .map(({ path }) => ({ path, reason, likeness: likenessOf(gone.path, path) }))
    .sort((a, b) => b.likeness - a.likeness || compareRepoPaths(a.path, b.path))
    .slice(0, MAX_LIKELY)
    .map(({ path }) => ({ path, reason }));
  return { path: gone.path, likely, sure: reason === 'content' && likely.length === 1 };
}

const REASONS = ['content', 'name', 'similar name'] as const satisfies readonly LikelyPath['reason'][];

function reasonFor(gone: KnownFile, candidate: KnownFile): LikelyPath['reason'] {
  if (saysSomething(gone) && gone.hash === candidate.hash) return 'content';
  return baseName(gone.path) === baseName(candidate.path) ? 'name' : 'similar name';
}

function movedTo(moved: MovedFile, there: RepoPath): MovedFile {
  const known = moved.likely.find(({ path }) => path === there);
  return { ...moved, likely: [known ?? { path: there, reason: 'name' }], sure: true };
}

/** Share of folders in common from the top and from the bottom; an equal name counts most. */
function likenessOf(a: RepoPath, b: RepoPath): number {
  const [left, right] = [foldersOf(a), foldersOf(b)];
  const name = baseName(a) === baseName(b) ? 1 : 0;
  const shared = sharedStart(left, right) + sharedStart(left.toReversed(), right.toReversed());
  return name + shared / (left.length + right.length + 1);
}
