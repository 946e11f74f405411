import { baseName, compareRepoPaths, type RepoPath } from '../files/repoPath';
import type { KnownFile } from './filesByLength';
import { folderMoves, foldersOf, sharedStart } from './folderMoves';
import { movedCandidates, saysSomething } from './movedCandidates';

export interface LikelyPath {
  readonly path: RepoPath;
  /** `content`: the same content under another path; `name`: a file of the same name and about the same length elsewhere. */
  readonly reason: 'content' | 'name' | 'similar name';
}

/** A file that is gone, and where it may be now. */
export interface MovedFile {
  readonly path: RepoPath;
  /** All for the same reason, the likeliest first. */
  readonly likely: readonly LikelyPath[];
  /** The first of them, where no other can be meant and no other file that is gone leads there. */
  readonly sure: boolean;
}

const MAX_LIKELY = 5;

/**
 * Where files that are gone may be now: at files of the same content, else of the same name, else of a name that differs in
 * its ending, its case or its marks; among equals those first whose folders are most alike. Where files of one folder went to
 * another together, the others of it are looked for there as well. One pass over `files`.
 */
export function findMoved(gone: readonly KnownFile[], files: Iterable<KnownFile>): readonly MovedFile[] {
  const looking = lookForMoved(gone, files);
  let step = looking.next();
  while (step.done !== true) step = looking.next();
  return step.value;
}

/** Files, folders or places that are looked at in one step. */
const STEP = 2_000;

/** What `findMoved` does, a short step at a time. */
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

/** `work` says at how many files, folders or places it has looked. */
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

/** What is surely at the place of several is surely at none. */
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

/** How many folders two paths share from the top and from the bottom; the same name in full counts most. */
function likenessOf(a: RepoPath, b: RepoPath): number {
  const [left, right] = [foldersOf(a), foldersOf(b)];
  const name = baseName(a) === baseName(b) ? 1 : 0;
  const shared = sharedStart(left, right) + sharedStart(left.toReversed(), right.toReversed());
  return name + shared / (left.length + right.length + 1);
}
