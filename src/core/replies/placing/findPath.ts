import { withBlanks } from '../decodings';
import { groupBy } from '../../groupBy';
import { baseName, compareRepoPaths, parentPath, parseRepoPath, type RepoPath } from '../../files/repoPath';
import { riskOf } from './pathRisk';

export type FoundPath =
  | { readonly kind: 'path'; readonly path: RepoPath }
  /** No file of the workspace is meant. */
  | { readonly kind: 'new'; readonly path: RepoPath }
  /** These files may be meant, at least one. */
  | { readonly kind: 'ambiguous'; readonly paths: readonly RepoPath[] }
  /** The reason completes the sentence "This path …". */
  | { readonly kind: 'refused'; readonly reason: string };

/** The files of a workspace, ready for `findEditedPath`. */
export interface PathIndex {
  readonly paths: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly byFoldedPath: ReadonlyMap<string, readonly RepoPath[]>;
  readonly byFoldedName: ReadonlyMap<string, readonly RepoPath[]>;
}

export function createPathIndex(known: readonly RepoPath[]): PathIndex {
  const sorted = known.toSorted(compareRepoPaths);
  const folders = new Set<string>();
  for (const path of sorted)
    for (let at = parentPath(path); at !== undefined && !folders.has(at); at = parentPath(at))
      folders.add(at);
  return {
    paths: new Set(sorted),
    folders,
    byFoldedPath: groupBy(sorted, folded),
    byFoldedName: groupBy(sorted, (path) => folded(baseName(path))),
  };
}

/**
 * The file that an edit means. `fits`: whether every hunk of the edit matches the text of a file exactly; asked only
 * about files whose path alone isn't evidence enough.
 */
export function findEditedPath(
  written: string,
  known: PathIndex,
  fits: (path: RepoPath) => boolean,
): FoundPath {
  const text = withBlanks(written)
    .trim()
    .replace(/^[ab]\/(?=\/)/, ''); // A diff of absolute paths.
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') return isAbsolute(text) ? suffixOf(text, known, fits) : parsed;

  const { path } = parsed;
  const same = samePath(path, known);
  const found = same === undefined ? likelyPath(path, known, fits) : withNamesakes(same, known, fits);
  const risk = found.kind === 'ambiguous' || found.kind === 'refused' ? undefined : riskOf(found.path);
  return risk?.kind === 'refused' ? { kind: 'refused', reason: risk.reason } : found;
}

/** The file at this path, with or without the prefix of a diff, in any case. Undefined if there is none. */
function samePath(path: RepoPath, known: PathIndex): FoundPath | undefined {
  const candidates = withAndWithoutPrefixes(path);
  for (const candidate of candidates)
    if (known.paths.has(candidate)) return { kind: 'path', path: candidate };
  for (const candidate of candidates) {
    const [first, ...others] = known.byFoldedPath.get(folded(candidate)) ?? [];
    if (first === undefined) continue;
    return others.length === 0
      ? { kind: 'path', path: first }
      : { kind: 'ambiguous', paths: [first, ...others] };
  }
  return undefined;
}

/** A name without a folder may be that of a file in one, if the edit fits there and not at the top. */
function withNamesakes(found: FoundPath, known: PathIndex, fits: (path: RepoPath) => boolean): FoundPath {
  if (found.kind !== 'path' || found.path.includes('/')) return found;
  const namesakes = (known.byFoldedName.get(folded(found.path)) ?? []).filter(
    (other) => other !== found.path,
  );
  if (namesakes.length === 0 || fits(found.path)) return found;
  const fitting = namesakes.filter(fits);
  return fitting.length === 0 ? found : { kind: 'ambiguous', paths: [found.path, ...fitting] };
}

/** A file of the same name if its text is evidence, or a new file. */
function likelyPath(path: RepoPath, known: PathIndex, fits: (path: RepoPath) => boolean): FoundPath {
  const bare = newPath(path, known);
  const sameName = known.byFoldedName.get(folded(baseName(path))) ?? [];
  const fitting = sameName.filter(fits);
  const [only] = fitting;
  if (only !== undefined)
    return fitting.length === 1 ? { kind: 'path', path: only } : { kind: 'ambiguous', paths: fitting };
  const tail = `/${folded(bare)}`;
  const longer = sameName.filter((other) => folded(other).endsWith(tail));
  return longer.length === 0 ? { kind: 'new', path: bare } : { kind: 'ambiguous', paths: longer };
}

/** The file whose path is the end of an absolute one. A name alone is no evidence, nor is one end among several. */
function suffixOf(text: string, known: PathIndex, fits: (path: RepoPath) => boolean): FoundPath {
  const segments = text
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '');
  const candidates: RepoPath[] = [];
  for (let at = Math.max(0, segments.length - MAX_SEGMENTS); at < segments.length; at += 1) {
    const parsed = parseRepoPath(segments.slice(at).join('/'));
    const found = parsed.kind === 'path' ? samePath(parsed.path, known) : undefined;
    if (found?.kind === 'path') candidates.push(found.path);
    else if (found?.kind === 'ambiguous') candidates.push(...found.paths);
  }
  const paths = [...new Set(candidates)];
  const [first] = paths;
  if (first === undefined) return { kind: 'refused', reason: 'is an absolute path' };
  if (paths.length === 1 && first.includes('/')) return { kind: 'path', path: first };
  const fitting = paths.filter(fits);
  const [only] = fitting;
  return only !== undefined && fitting.length === 1
    ? { kind: 'path', path: only }
    : { kind: 'ambiguous', paths };
}

/** More segments than any real path has, so that hostile ones cost little. */
const MAX_SEGMENTS = 64;

function isAbsolute(text: string): boolean {
  return (
    (/^[/\\]/.test(text) || /^[a-z]:[/\\]/i.test(text) || text.startsWith('file://')) && !text.includes('..')
  );
}

/** A new file loses the prefix of a diff only if the folder of that name doesn't exist and the rest leads into one that does. */
function newPath(path: RepoPath, known: PathIndex): RepoPath {
  const bare = withoutDiffPrefix(path);
  if (bare === undefined || known.folders.has(path.slice(0, 1))) return path;
  const parent = parentPath(bare);
  return parent === undefined || known.folders.has(parent) ? bare : path;
}

/** Models add a prefix to names that have one. */
function withAndWithoutPrefixes(path: RepoPath): readonly RepoPath[] {
  const bare = withoutDiffPrefix(path);
  return bare === undefined ? [path] : [path, ...withAndWithoutPrefixes(bare)];
}

function withoutDiffPrefix(path: RepoPath): RepoPath | undefined {
  if (!path.startsWith('a/') && !path.startsWith('b/')) return undefined;
  const parsed = parseRepoPath(path.slice(2));
  return parsed.kind === 'path' ? parsed.path : undefined;
}

/** Whether a text is the path of a file, or the name of one that no word looks like: with a digit, or a mark such as `_`. */
export function isKnownFile(text: string, known: PathIndex): boolean {
  return known.paths.has(text) || (/[\d._-]/.test(text) && known.byFoldedName.has(folded(text)));
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
