import { compareUtf8 } from '../compareUtf8';

declare const brand: unique symbol;

/** A path inside a workspace: POSIX separators, no `.`/`..` segments, no leading or trailing slash, never empty. */
export type RepoPath = string & { readonly [brand]: 'RepoPath' };

export type ParsedPath =
  { readonly kind: 'path'; readonly path: RepoPath } | { readonly kind: 'refused'; readonly reason: string };

/**
 * Parses a path; the only way to get a RepoPath. `\` becomes `/`; `.` segments, double slashes and trailing slashes are
 * dropped. Paths that leave the workspace, or appear to try, are refused with the reason. Idempotent.
 */
export function parseRepoPath(text: string): ParsedPath {
  if (text.includes('\0')) return refused('has a NUL character');
  const slashed = text.replaceAll('\\', '/');
  const outside = leadsOutside(slashed);
  if (outside !== undefined) return refused(outside);

  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) return refused('is empty');
  for (const segment of segments) {
    if (segment === '..') return refused('goes up with ..');
    if (segment.includes('%') && hidesParent(segment)) return refused('goes up with an encoded ..');
  }

  const path = segments.join('/');
  // Removing `./` may have brought a drive or a scheme to the front.
  const stillOutside = leadsOutside(path);
  return stillOutside === undefined ? { kind: 'path', path: path as RepoPath } : refused(stillOutside);
}

/** Orders paths by their UTF-8 bytes. */
export function compareRepoPaths(a: RepoPath, b: RepoPath): number {
  return compareUtf8(a, b);
}

/** The last segment of a path. */
export function baseName(path: RepoPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that holds a path, or undefined at the top of the workspace. */
export function parentPath(path: RepoPath): RepoPath | undefined {
  const end = path.lastIndexOf('/');
  // A prefix of whole segments is itself a RepoPath.
  return end < 0 ? undefined : (path.slice(0, end) as RepoPath);
}

function refused(reason: string): ParsedPath {
  return { kind: 'refused', reason };
}

const DRIVE = /^[a-z]:/i;
const URL_SCHEME =
  /^(?:[a-z][a-z0-9+.-]+:\/\/|(?:file|https?|ftp|wss?|data|blob|javascript|vbscript|mailto|about):)/i;

function leadsOutside(slashed: string): string | undefined {
  if (slashed.startsWith('//')) return 'is a network path';
  if (slashed.startsWith('/')) return 'is an absolute path';
  if (DRIVE.test(slashed)) return 'starts with a drive letter';
  if (URL_SCHEME.test(slashed)) return 'is a URL';
  return undefined;
}

/** Whether a segment would contain `..` after any number of percent decodings. */
function hidesParent(segment: string): boolean {
  const decoded = segment
    .replaceAll(/%(?:25)+/g, '%')
    .replaceAll(/%2e/gi, '.')
    .replaceAll(/%(?:2f|5c)/gi, '/');
  return decoded.split('/').includes('..');
}
