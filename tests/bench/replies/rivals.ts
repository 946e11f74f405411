/** Other ways to apply the diff in a reply, for comparison. Each knows only the files on disk. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';

/** Returns the texts of the files afterwards; undefined if it refuses the diff, or part of it. */
export type Rival = (
  diff: string,
  files: ReadonlyMap<string, string>,
) => ReadonlyMap<string, string> | undefined;

export const RIVALS: Readonly<Record<string, Rival>> = {
  'git apply --recount': applyWithGit,
  'applyPatch of diff': applyWithDiff,
};

/** The lines of a reply that a user would save as a patch: from the first head of a diff, without fences and prose. */
export function diffIn(reply: string): string | undefined {
  const lines = reply.split('\n');
  const first = lines.findIndex((line) => /^(?:diff --git |--- )/.test(line));
  if (first < 0) return undefined;
  const kept = lines.slice(first).filter((line, at, rest) => {
    const isSeparator = line === '' && (!isDiffLine(rest[at - 1]) || !isDiffLine(rest[at + 1]));
    return isDiffLine(line) && !isSeparator;
  });
  return `${kept.join('\n')}\n`;
}

function isDiffLine(line: string | undefined): boolean {
  if (line === undefined) return false;
  return line === '' || /^(?:[-+ @\\]|diff |index |new |deleted |old |similarity |rename )/.test(line);
}

function applyWithGit(diff: string, files: ReadonlyMap<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'strata-apply-'));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const args = ['apply', '--recount', '--whitespace=nowarn', diff.includes('--- a/') ? '-p1' : '-p0', '-'];
    execFileSync('git', args, { cwd: folder, input: diff, stdio: ['pipe', 'ignore', 'ignore'] });
    return new Map(Array.from(files.keys(), (path) => [path, textOf(join(folder, path))]));
  } catch {
    return undefined; // Git applies all of a patch or nothing.
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The patch deletes the file.
  }
}

function applyWithDiff(diff: string, files: ReadonlyMap<string, string>) {
  const result = new Map(files);
  try {
    for (const patch of parsePatch(diff)) {
      const named = [patch.newFileName, patch.oldFileName].map((name) => name?.replace(/^[ab]\//, ''));
      const path = named.find((name) => name !== undefined && files.has(name));
      if (path === undefined && patch.oldFileName === '/dev/null') continue;
      if (path === undefined) return undefined;
      const text = applyPatch(result.get(path) ?? '', patch, { fuzzFactor: 2 });
      if (text === false) return undefined;
      result.set(path, text);
    }
    return result;
  } catch {
    return undefined; // It can't parse the diff.
  }
}
