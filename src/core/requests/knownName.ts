/** Resolves the names of a reply to files and symbols of the workspace. */
import { counted } from '../counted';
import { baseName, parseRepoPath, type RepoPath } from '../files/repoPath';
import { findEditedPath } from '../replies/placing/findPath';
import { parseLineReference } from '../slices/lineReference';
import type { KnownNames, Wanted } from './request';

/** The reason is a sentence. */
export type Resolved =
  { readonly kind: 'found'; readonly path: RepoPath } | { readonly kind: 'unknown'; readonly reason: string };

/** UTF-16 units. */
export const LONGEST_NAME = 400;

/** The file with this path, or the only one whose path ends with it. */
export function resolvePath(written: string, { paths }: KnownNames): Resolved {
  if (written.length > LONGEST_NAME) return unknown('It is too long to be a path.');
  const found = findEditedPath(written, paths, () => false);
  switch (found.kind) {
    case 'path':
      return { kind: 'found', path: found.path };
    case 'refused':
      return unknown(`This path ${found.reason}.`);
    case 'new':
      return unknown(
        paths.folders.has(found.path) ? 'It is a folder, not a file.' : 'No file has this path.',
      );
    case 'ambiguous': {
      const [first] = found.paths;
      // The end of an absolute path is not enough.
      if (first !== undefined && found.paths.length === 1 && parseRepoPath(written).kind === 'path')
        return { kind: 'found', path: first };
      return unknown(`${counted(found.paths.length, 'file')} may be meant. Give the full path.`);
    }
  }
}

export interface PathAndPart {
  readonly path: RepoPath;
  readonly wanted: Wanted;
}

/** Resolves `path`, `path#L10-20`, and `path:10-20`. */
export function resolveReference(written: string, known: KnownNames): PathAndPart | string {
  const whole = resolvePath(written, known);
  if (whole.kind === 'found') return { path: whole.path, wanted: { kind: 'file' } };
  const reference =
    written.length > LONGEST_NAME
      ? undefined
      : parseLineReference(written.replace(/:L?(\d{1,9}(?:[-–]L?\d{1,9})?)$/i, '#L$1').replace('–', '-'));
  if (reference === undefined) return whole.reason;
  const { startLine: from, endLine: to } = reference;
  const file = resolvePath(reference.path, known);
  return file.kind === 'found' ? { path: file.path, wanted: { kind: 'lines', from, to } } : file.reason;
}

/** The name of a symbol with its owner, as `symbol` of a request has it: `Store.get` for `Store::get()`. */
export function symbolName(written: string): string | undefined {
  const name = written.replace(/\(\)$/, '').replaceAll(/::|#|->/g, '.');
  return name.length <= LONGEST_NAME &&
    /^[\p{L}_$@][\p{L}\p{N}_$@?!-]*(?:\.[\p{L}\p{N}_$@?!-]+)*$/u.test(name)
    ? name
    : undefined;
}

export function filesOfSymbol(symbol: string, known: KnownNames): readonly RepoPath[] {
  return known.filesOfSymbol(symbol.slice(symbol.lastIndexOf('.') + 1));
}

/** Whether a file of the workspace has exactly this name, which may look like a word. */
export function isFileName(word: string, path: RepoPath): boolean {
  return baseName(path) === word;
}

function unknown(reason: string): Resolved {
  return { kind: 'unknown', reason };
}
