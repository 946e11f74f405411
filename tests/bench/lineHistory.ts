/** Reads from git a file's commits along first parents, and where each commit moved its lines. */
import { normalizeText } from '../../src/core/files/normalize';
import { git } from '../readback/git';

export interface FileHistory {
  readonly path: string;
  /** The commits that changed it, oldest first. */
  readonly commits: readonly string[];
}

/** The files in the current tree, those with more commits first. */
export function fileHistories(repository: string): readonly FileHistory[] {
  const listed = new Set(git(repository, ['ls-tree', '-r', '-z', '--name-only', 'HEAD']).split('\0'));
  const commitsByPath = new Map<string, string[]>();
  const log = [
    'log',
    '--first-parent',
    '--no-renames',
    '--reverse',
    '--name-only',
    '-z',
    `--format=${COMMIT}%H`,
  ];
  for (const entry of git(repository, log).split(COMMIT).slice(1)) {
    const [commit = '', ...paths] = entry.split(/[\0\n]+/).filter((each) => each !== '');
    for (const path of paths) {
      if (!listed.has(path)) continue;
      const commits = commitsByPath.get(path);
      if (commits === undefined) commitsByPath.set(path, [commit]);
      else commits.push(commit);
    }
  }
  return Array.from(commitsByPath, ([path, commits]) => ({ path, commits })).toSorted(
    (a, b) => b.commits.length - a.commits.length || (a.path < b.path ? -1 : 1),
  );
}

/** The text as views see it; undefined if there is none or if git counts its lines differently. */
export function textAt(repository: string, commit: string, path: string): string | undefined {
  try {
    const text = git(repository, ['cat-file', 'blob', `${commit}:${path}`]);
    return /\r(?!\n)|\0/.test(text) ? undefined : normalizeText(text).text;
  } catch {
    return undefined; // The file does not exist in this commit.
  }
}

/**
 * For each commit after the first, oldest first, the lines of the file at that commit: by 0-based line, its number in
 * the first commit, or -1. Every diff is git's own.
 */
export function originsAfter(
  repository: string,
  { path, commits }: FileHistory,
  lines: number,
): readonly Int32Array[] {
  const [first = '', ...rest] = commits;
  const range = `${first}..${rest.at(-1) ?? first}`;
  const log = [
    'log',
    '-p',
    '-U0',
    '--first-parent',
    '--no-renames',
    '--no-ext-diff',
    '--reverse',
    `--format=${COMMIT}%H`,
  ];
  const entries = git(repository, [...log, range, '--', path])
    .split(COMMIT)
    .slice(1);
  const hunksByCommit = new Map(entries.map((entry) => [entry.slice(0, 40), hunksIn(entry)]));
  let origins = Int32Array.from({ length: lines }, (_, at) => at);
  return rest.map((commit) => (origins = applied(origins, hunksByCommit.get(commit) ?? [])));
}

/** Precedes each commit in the output of `git log`; no source contains it. */
const COMMIT = '\u0001commit\u0001';

interface Hunk {
  /** First removed line, 0-based. */
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

function hunksIn(entry: string): readonly Hunk[] {
  return Array.from(
    entry.matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm),
    ([, at, removed = '1', added = '1']) => ({
      // If nothing is removed, git names the previous line.
      at: removed === '0' ? Number(at) : Number(at) - 1,
      removed: Number(removed),
      added: Number(added),
    }),
  );
}

function applied(origins: Int32Array, hunks: readonly Hunk[]): Int32Array<ArrayBuffer> {
  const now: number[] = [];
  let from = 0;
  for (const { at, removed, added } of hunks) {
    for (; from < at; from += 1) now.push(origins[from] ?? -1);
    from += removed;
    for (let line = 0; line < added; line += 1) now.push(-1);
  }
  for (; from < origins.length; from += 1) now.push(origins[from] ?? -1);
  return Int32Array.from(now);
}
