import { baseName, compareRepoPaths, parentPath, type RepoPath } from '../files/repoPath';

/** A file by its path, with what is known of its content. */
export interface KnownFile {
  readonly path: RepoPath;
  readonly hash?: string | undefined;
  readonly lines?: number | undefined;
}

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
  const found = candidatesOf(gone, files);
  const alone = gone.map((file) => judge(file, found.get(file.path) ?? []));
  const moves = folderMoves(alone);
  const judged = alone.map((moved) => (moved.sure ? moved : withMoves(moved, found, moves)));
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

/** By the path of each file that is gone. */
type Candidates = ReadonlyMap<RepoPath, readonly KnownFile[]>;

function candidatesOf(gone: readonly KnownFile[], files: Iterable<KnownFile>): Candidates {
  const byHash = new Map<string, KnownFile[]>();
  const byName = new Map<string, KnownFile[]>();
  for (const file of gone) {
    if (saysSomething(file)) byHash.set(file.hash, []);
    byName.set(plainName(baseName(file.path)), []);
  }
  for (const file of files) {
    if (file.hash !== undefined) byHash.get(file.hash)?.push(file);
    byName.get(plainName(baseName(file.path)))?.push(file);
  }
  return new Map(
    gone.map((file) => {
      const same = file.hash === undefined ? [] : (byHash.get(file.hash) ?? []);
      const named = byName.get(plainName(baseName(file.path))) ?? [];
      return [file.path, [...new Set([...same, ...named])].filter(({ path }) => path !== file.path)];
    }),
  );
}

/** Empty files are all the same: that tells nothing. */
function saysSomething(file: KnownFile): file is KnownFile & { readonly hash: string } {
  return file.hash !== undefined && file.lines !== 0;
}

function judge(gone: KnownFile, candidates: readonly KnownFile[]): MovedFile {
  const byReason = new Map<LikelyPath['reason'], KnownFile[]>();
  for (const candidate of candidates) {
    const reason = reasonFor(gone, candidate);
    if (reason === undefined) continue;
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

function reasonFor(gone: KnownFile, candidate: KnownFile): LikelyPath['reason'] | undefined {
  if (saysSomething(gone) && gone.hash === candidate.hash) return 'content';
  if (!areAboutAsLong(gone.lines, candidate.lines)) return undefined;
  return baseName(gone.path) === baseName(candidate.path) ? 'name' : 'similar name';
}

/** Lines that any file may have won or lost and still be the same. */
const FEW_LINES = 10;

function areAboutAsLong(one: number | undefined, other: number | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  return Math.abs(one - other) <= Math.max(FEW_LINES, Math.max(one, other) / 2);
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

function withMoves(moved: MovedFile, found: Candidates, moves: readonly FolderMove[]): MovedFile {
  for (const { from, to } of moves) {
    const start = from === '' ? '' : `${from}/`;
    if (!moved.path.startsWith(start)) continue;
    const target = `${to === '' ? '' : `${to}/`}${moved.path.slice(start.length)}`;
    const there = found.get(moved.path)?.find(({ path }) => path === target);
    if (there === undefined) continue;
    const known = moved.likely.find(({ path }) => path === there.path);
    return { ...moved, likely: [known ?? { path: there.path, reason: 'name' }], sure: true };
  }
  return moved;
}

/** Without its ending, its case and its marks: `user-store.js` and `UserStore.ts` are alike. */
function plainName(name: string): string {
  const end = name.lastIndexOf('.');
  const stem = end > 0 ? name.slice(0, end) : name;
  return stem.toLowerCase().replaceAll(/[-_ ]/g, '');
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
