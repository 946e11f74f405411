import { git } from '../readback/git';

/**
 * Returns the lines that a commit changes or removes in each file, numbered as before the commit. Added lines count as
 * the line before them.
 */
export function editedLines(repository: string, commit: string): ReadonlyMap<string, readonly number[]> {
  const diff = git(repository, [
    'diff',
    '-U0',
    '--no-renames',
    '--no-color',
    '--no-ext-diff',
    `${commit}^`,
    commit,
  ]);
  const linesByPath = new Map<string, number[]>();
  for (const [, path = '', hunks = ''] of diff.matchAll(
    /^--- (?:a\/(.*)|\/dev\/null)$\n((?:(?!diff --git ).*\n)*)/gm,
  )) {
    const lines: number[] = [];
    for (const [, first = '', count = '1'] of hunks.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm))
      for (let line = 0; line < Math.max(1, Number(count)); line += 1)
        lines.push(Math.max(1, Number(first) + line));
    linesByPath.set(path, lines);
  }
  return linesByPath;
}
