/** What git itself says about a folder: the oracle for the ignore rules. */
import { execFileSync } from 'node:child_process';

export function git(folder: string, args: readonly string[], input?: string): string {
  return execFileSync('git', ['-c', 'core.excludesFile=/dev/null', '-c', 'core.quotePath=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
}

/** Files that git lists, tracked or not, without those its rules ignore though they are tracked. */
export function listedByGit(folder: string): readonly string[] {
  const ignoredAndTracked = new Set(paths(git(folder, ['ls-files', '-ci', '--exclude-standard', '-z'])));
  const listed = paths(git(folder, ['ls-files', '-co', '--exclude-standard', '-z']));
  return listed.filter((path) => !ignoredAndTracked.has(path));
}

export interface IgnoredBy {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

/** The rule, file and line that ignore a path, as `git check-ignore -v` says. */
export function ignoredByGit(folder: string, ignored: readonly string[]): ReadonlyMap<string, IgnoredBy> {
  const args = ['check-ignore', '--verbose', '--non-matching', '--no-index', '--stdin', '-z'];
  const fields = git(folder, args, ignored.map((path) => `${path}\0`).join('')).split('\0');
  const found = new Map<string, IgnoredBy>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [file = '', line = '', rule = '', path = ''] = fields.slice(at, at + 4);
    if (file !== '') found.set(path, { file, line: Number(line), rule });
  }
  return found;
}

function paths(output: string): readonly string[] {
  return output.split('\0').filter((path) => path !== '');
}
