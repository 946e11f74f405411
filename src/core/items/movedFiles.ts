import { baseName, compareRepoPaths, parentPath, type RepoPath } from '../files/repoPath';
import type { KnownFile } from './filesByLength';
import { movedCandidates, saysSomething, type MovedCandidates } from './movedCandidates';

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

/** Files that are looked at in one step. */
const STEP = 2_000;

/** What `findMoved` does, a short step at a time. */
export function* lookForMoved(
  gone: readonly KnownFile[],
  files: Iterable<KnownFile>,
): Generator<undefined, readonly MovedFile[], undefined> {
  const candidates = movedCandidates();
  for (const file of gone) candidates.seek(file);
  let looked = 0;
  for (const file of files) {
    candidates.add(file);
    if (++looked % STEP === 0) yield;
  }
  const alone: MovedFile[] = [];
  looked = 0;
  for (const file of gone) {
    const near = candidates.near(file);
    alone.push(judge(file, near));
    looked += near.length;
    if (looked > STEP) {
      looked = 0;
      yield;
    }
  }
  return withoutRivals(followFolders(gone, alone, candidates));
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

/** From one folder to another, both empty for the top of the workspace. */
interface FolderMove {
  readonly from: string;
  readonly to: string;
}

/** What the files say that are surely elsewhere, those first that say it of a folder further below. */
function folderMoves(moved: readonly MovedFile[]): readonly FolderMove[] {
  const moves = new Map<string, FolderMove>();
  for (const { path, likely, sure } of moved) {
    const to = likely[0]?.path;
    if (!sure || to === undefined || baseName(path) !== baseName(to)) continue;
    const move = folderMove(foldersOf(path), foldersOf(to));
    moves.set(`${move.from}\n${move.to}`, move);
  }
  return [...moves.values()].sort((a, b) => b.from.length - a.from.length);
}

/** Without the folders below that have kept their names. */
function folderMove(from: readonly string[], to: readonly string[]): FolderMove {
  const kept = sharedStart(from.toReversed(), to.toReversed());
  return {
    from: from.slice(0, from.length - kept).join('/'),
    to: to.slice(0, to.length - kept).join('/'),
  };
}

function followFolders(
  gone: readonly KnownFile[],
  alone: readonly MovedFile[],
  candidates: MovedCandidates,
): readonly MovedFile[] {
  const moves = folderMoves(alone);
  return alone.map((moved, index) => {
    const file = gone[index];
    return moved.sure || file === undefined
      ? moved
      : withMoves(moved, moves, (to) => candidates.at(file, to));
  });
}

function withMoves(
  moved: MovedFile,
  moves: readonly FolderMove[],
  fileAt: (path: RepoPath) => KnownFile | undefined,
): MovedFile {
  for (const { from, to } of moves) {
    const start = from === '' ? '' : `${from}/`;
    if (!moved.path.startsWith(start)) continue;
    // It is compared: what is not a path of the workspace is at none.
    const target = `${to === '' ? '' : `${to}/`}${moved.path.slice(start.length)}` as RepoPath;
    const there = fileAt(target);
    if (there === undefined || target === moved.path) continue;
    const known = moved.likely.find(({ path }) => path === there.path);
    return { ...moved, likely: [known ?? { path: there.path, reason: 'name' }], sure: true };
  }
  return moved;
}

/** How many folders two paths share from the top and from the bottom; the same name in full counts most. */
function likenessOf(a: RepoPath, b: RepoPath): number {
  const [left, right] = [foldersOf(a), foldersOf(b)];
  const name = baseName(a) === baseName(b) ? 1 : 0;
  const shared = sharedStart(left, right) + sharedStart(left.toReversed(), right.toReversed());
  return name + shared / (left.length + right.length + 1);
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((folder, at) => folder !== other[at]);
  return index < 0 ? one.length : index;
}

function foldersOf(path: RepoPath): readonly string[] {
  return parentPath(path)?.split('/') ?? [];
}
