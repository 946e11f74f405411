import type { RepoPath } from '../files/repoPath';
import { isHistoryFile } from '../files/historyFile';
import { expandBraces, MAX_ALTERNATIVES } from './braces';
import { compileWildmatch, matchesSegments, MAX_PATTERN_LENGTH, type Wildmatch } from './wildmatch';

export interface Glob {
  readonly kind: 'glob';
  /** Whether the glob selects a file. `path` must be a file's, never a folder's. */
  matches(path: RepoPath): boolean;
  /** Whether the glob spells out this very path; only then does it also select a file that is left out. */
  names(path: RepoPath): boolean;
  readonly hasWildcard: boolean;
}

/** For all alternatives together. */
const MAX_WILDCARDS = 256;

export type CompiledGlob = Glob | { readonly kind: 'refused'; readonly reason: string };

/**
 * Compiles a user's glob over the files of a workspace:
 * - Patterns start at the workspace's root, so `*.ts` matches only files there, as in a shell, and `**` + `/*.ts` files
 * in all folders.
 * - A folder's path matches everything below it: `src`, `src/`, `packages/*` + `/`, `.`.
 * - `*`, `?` and brackets stay within a segment, `**` crosses segments, `{a,b}` matches either, and a backslash makes
 * the next character literal. Dotfiles are ordinary files.
 * - Brackets may also be part of a name, as in `app/[id]/page.tsx` or `app/[id]/*.tsx`.
 * Files that never enter a context (such as `history.toml`) match nothing.
 */
export function compileGlob(text: string): CompiledGlob {
  const trimmed = text.trim();
  if (trimmed === '') return refused('the pattern is empty');
  if (trimmed.length > MAX_PATTERN_LENGTH)
    return refused(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
  if (trimmed.startsWith('!')) return refused('a pattern cannot begin with !; write \\! for a file name');
  const alternatives = expandBraces(trimmed);
  if (alternatives === undefined)
    return refused(`the braces expand to more than ${MAX_ALTERNATIVES} patterns`);

  const matchers: Matcher[] = [];
  let wildcards = 0;
  for (const alternative of alternatives) {
    // `{a,}` is `a` or nothing, and nothing names no file.
    if (alternative === '') continue;
    const matcher = compileAlternative(alternative);
    if (matcher.kind === 'refused') return matcher;
    wildcards += matcher.pattern?.wildcards ?? 0;
    matchers.push(matcher);
  }
  if (wildcards > MAX_WILDCARDS)
    return refused(`the pattern expands to more than ${MAX_WILDCARDS} wildcards`);
  return {
    kind: 'glob',
    matches(path) {
      if (isHistoryFile(path)) return false;
      const segments = path.split('/');
      return matchers.some((matcher) => matchesFile(matcher, path, segments));
    },
    names: (path) => !isHistoryFile(path) && matchers.some((matcher) => matcher.path === path),
    hasWildcard: matchers.some((matcher) => matcher.pattern !== undefined),
  };
}

interface Matcher {
  readonly kind: 'matcher';
  /** The pattern as a plain path; '' is the workspace. */
  readonly path: string;
  /** Present if the pattern has a wildcard. */
  readonly pattern: Wildmatch | undefined;
}

type Refused = Extract<CompiledGlob, { kind: 'refused' }>;

function compileAlternative(alternative: string): Matcher | Refused {
  const segments = segmentsInside(alternative);
  if (segments === undefined) return refused('the pattern leads outside the folder');
  const glob = segments.join('/');
  if (!/[*?[]/.test(withoutEscapes(glob)))
    return { kind: 'matcher', path: unescaped(glob), pattern: undefined };

  const compiled = compileWildmatch(alternative.endsWith('/') ? `${glob}/**` : glob, { bracketNames: true });
  // Despite an unclosed bracket, it may still be the name of a file.
  if (compiled.kind === 'refused' && !/[*?]/.test(glob))
    return { kind: 'matcher', path: unescaped(glob), pattern: undefined };
  return compiled.kind === 'refused'
    ? compiled
    : { kind: 'matcher', path: unescaped(glob), pattern: compiled.pattern };
}

function matchesFile(matcher: Matcher, path: string, segments: readonly string[]): boolean {
  const { path: plain, pattern } = matcher;
  if (plain === '' || path === plain || (path.startsWith(plain) && path[plain.length] === '/')) return true;
  return pattern !== undefined && matchesSegments(pattern, segments, 0);
}

/** Resolves `.`, `..` and empty segments; undefined if that leads outside the workspace or a `..` follows a `**`. */
function segmentsInside(pattern: string): readonly string[] | undefined {
  const segments: string[] = [];
  for (const segment of pattern.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length === 0 || segments.pop() === '**') return undefined;
  }
  return segments;
}

function withoutEscapes(pattern: string): string {
  return pattern.replaceAll(/\\./gs, '');
}

function unescaped(pattern: string): string {
  return pattern.replaceAll(/\\(.)/gs, '$1');
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason };
}
