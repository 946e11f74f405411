/** Other ways to apply the diff in a reply, for comparison. Each knows only the files on disk. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';

export type Rival = (diff: string, files: ReadonlyMap<string, string>) => RivalResult;

interface RivalResult {
  /** Of all files afterwards. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether it refuses the diff of a file. */
  readonly isRefused: boolean;
}

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

function applyWithGit(diff: string, files: ReadonlyMap<string, string>): RivalResult {
  const folder = mkdtempSync(join(tmpdir(), 'strata-apply-'));
  let isRefused = false;
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const part of diffsByFile(diff)) {
      const args = ['apply', '--recount', '--whitespace=nowarn', '-'];
      try {
        execFileSync('git', args, { cwd: folder, input: part, stdio: ['pipe', 'ignore', 'ignore'] });
      } catch {
        isRefused = true;
      }
    }
    return {
      texts: new Map(Array.from(files.keys(), (path) => [path, textOf(join(folder, path))])),
      isRefused,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counting again, git takes the head of the next file for a removed line. */
function diffsByFile(diff: string): readonly string[] {
  const head = /^diff --git /m.test(diff) ? /^(?=diff --git )/m : /^(?=--- .*\n\+\+\+ )/m;
  return diff.split(head).filter((part) => part.includes('\n@@'));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The patch deletes the file.
  }
}

function applyWithDiff(diff: string, files: ReadonlyMap<string, string>): RivalResult {
  const texts = new Map(files);
  let isRefused = false;
  for (const part of diffsByFile(diff)) {
    try {
      const [patch] = parsePatch(part);
      if (patch === undefined || patch.oldFileName === '/dev/null') continue;
      const path = patch.oldFileName?.replace(/^[ab]\//, '') ?? '';
      const text = applyPatch(files.get(path) ?? '', patch, { fuzzFactor: 2 });
      if (text === false || !files.has(path)) isRefused = true;
      else texts.set(path, text);
    } catch {
      isRefused = true; // It can't parse the diff.
    }
  }
  return { texts, isRefused };
}
