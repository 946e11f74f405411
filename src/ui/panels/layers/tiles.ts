/** The files of a document as a treemap, and as rows of a table. */
import type { RepoPath } from '../../../core/files/repoPath';
import { groupBy } from '../../../core/groupBy';
import { STABILITY_TIERS, type StabilityTier } from '../../../core/tiers/tier';
import { squarify, type Rect } from './squarify';

export interface TieredFile {
  readonly path: RepoPath;
  readonly tokens: number;
  readonly tier: StabilityTier;
}

/** The tokens of files by tier. */
type TierTokens = Readonly<Record<StabilityTier, number>>;

export type Tile = FileTile | FolderTile;

export interface FileTile {
  readonly kind: 'file';
  readonly file: TieredFile;
  readonly name: string;
  readonly rect: Rect;
}

/**
 * A folder: the head above its files (`open`), all of it because it is small (`closed`), or those of its files and folders that are too
 * small to be seen (`rest`).
 */
export interface FolderTile {
  readonly kind: 'open' | 'closed' | 'rest';
  /** Empty for the root. */
  readonly folder: string;
  /** With the folders that have nothing but this one. */
  readonly name: string;
  readonly files: number;
  readonly tokens: number;
  /** That of most of its tokens. */
  readonly tier: StabilityTier;
  readonly rect: Rect;
}

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly files: readonly TieredFile[];
  readonly folders: readonly Folder[];
  readonly count: number;
  readonly tokens: number;
  readonly tiers: TierTokens;
}

const HEAD = 16;
const GAP = 1;
/** Px² of the smallest tile, which keeps a pointer's target, and the number of tiles within a thousand or two. */
const SMALLEST = 500;
const SMALLEST_OPEN = { width: 64, height: 48 };

/** The tiles of the files below a folder; empty for the root. */
export function tilesOf(files: readonly TieredFile[], below: string, rect: Rect): readonly Tile[] {
  const inside = files.filter(({ path, tokens }) => tokens > 0 && isBelow(path, below));
  return rect.width > 0 && rect.height > 0 ? contentTiles(folderOf(inside, below, below), rect) : [];
}

export interface FolderRow {
  readonly folder: string;
  readonly files: number;
  readonly tokens: number;
  readonly tiers: TierTokens;
}

/** The folders that have files below a folder directly in them, largest first. */
export function folderRows(files: readonly TieredFile[], below: string): readonly FolderRow[] {
  const inside = groupBy(
    files.filter(({ path }) => isBelow(path, below)),
    ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))),
  );
  return Array.from(inside, ([folder, some]) => ({
    ...{ folder, files: some.length },
    ...sumsOf(some),
  })).sort((one, other) => other.tokens - one.tokens || (one.folder < other.folder ? -1 : 1));
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

function folderOf(files: readonly TieredFile[], path: string, name: string): Folder {
  const start = path === '' ? 0 : path.length + 1;
  const parts = groupBy(files, (file) => {
    const end = file.path.indexOf('/', start);
    return end < 0 ? '' : file.path.slice(start, end);
  });
  const own = parts.get('') ?? [];
  parts.delete('');
  const [only] = parts;
  if (own.length === 0 && only !== undefined && parts.size === 1) {
    const [child, inside] = only;
    return folderOf(inside, joined(path, child), joined(name, child));
  }
  const folders = Array.from(parts, ([child, inside]) => folderOf(inside, joined(path, child), child));
  return { path, name, files: own, folders, count: files.length, ...sumsOf(files) };
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function sumsOf(files: readonly TieredFile[]): Pick<Folder, 'tokens' | 'tiers'> {
  const tiers = { L0: 0, L1: 0, L2: 0, L3: 0, active: 0 };
  let sum = 0;
  for (const { tokens, tier } of files) {
    tiers[tier] += tokens;
    sum += tokens;
  }
  return { tokens: sum, tiers };
}

type Part = { readonly tokens: number } & (
  { readonly file: TieredFile } | { readonly folder: Folder } | { readonly rest: Omit<FolderTile, 'rect'> }
);

function contentTiles(folder: Folder, rect: Rect): readonly Tile[] {
  return squarify(partsOf(folder, rect), rect).flatMap(({ item, rect: place }): readonly Tile[] => {
    const cell = inset(place);
    if ('rest' in item) return [{ ...item.rest, rect: cell }];
    if ('folder' in item) return folderTiles(item.folder, cell);
    const { file } = item;
    return [{ kind: 'file', file, name: file.path.slice(file.path.lastIndexOf('/') + 1), rect: cell }];
  });
}

/** Largest first. Parts that are too small for a tile are joined into one. */
function partsOf(folder: Folder, { width, height }: Rect): readonly Part[] {
  const all: readonly Part[] = [
    ...folder.folders.map((inner) => ({ tokens: inner.tokens, folder: inner })),
    ...folder.files.map((file) => ({ tokens: file.tokens, file })),
  ].sort((one, other) => other.tokens - one.tokens);
  const least = (SMALLEST * folder.tokens) / (width * height);
  const large = all.filter(({ tokens }) => tokens >= least);
  const small = all.filter(({ tokens }) => tokens < least);
  if (small.length < 2) return all;
  const files = small.flatMap((part) =>
    'folder' in part ? filesIn(part.folder) : 'file' in part ? part.file : [],
  );
  const { tokens, tiers } = sumsOf(files);
  const rest = { kind: 'rest', folder: folder.path, name: folder.name, files: files.length } as const;
  return [...large, { tokens, rest: { ...rest, tokens, tier: mostOf(tiers) } }].sort(
    (one, other) => other.tokens - one.tokens,
  );
}

function filesIn({ files, folders }: Folder): readonly TieredFile[] {
  return [...files, ...folders.flatMap(filesIn)];
}

function folderTiles(folder: Folder, rect: Rect): readonly Tile[] {
  const { path, name, count: files, tokens, tiers } = folder;
  const tile = { folder: path, name, files, tokens, tier: mostOf(tiers) };
  if (rect.width < SMALLEST_OPEN.width || rect.height < SMALLEST_OPEN.height)
    return [{ kind: 'closed', ...tile, rect }];
  const inner = { ...rect, y: rect.y + HEAD, height: rect.height - HEAD };
  return [{ kind: 'open', ...tile, rect: { ...rect, height: HEAD } }, ...contentTiles(folder, inner)];
}

function mostOf(tiers: TierTokens): StabilityTier {
  return STABILITY_TIERS.reduce((one, other) => (tiers[other] > tiers[one] ? other : one));
}

function inset({ x, y, width, height }: Rect): Rect {
  return {
    x: x + GAP,
    y: y + GAP,
    width: Math.max(1, width - 2 * GAP),
    height: Math.max(1, height - 2 * GAP),
  };
}
