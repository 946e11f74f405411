import { execFileSync } from 'node:child_process';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitFile, GitFolder } from '../src/core/git/model';
import { openRepository, type Repository } from '../src/core/git/repository/repository';

const person = (kind: string): Record<string, string> => ({
  [`GIT_${kind}_NAME`]: 'Ada Example',
  [`GIT_${kind}_EMAIL`]: 'ada@example.com',
  [`GIT_${kind}_DATE`]: '1700000000 +0100',
});

/** Settings of the machine change nothing, and every commit gets the same date. */
const environment = {
  ...process.env,
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  ...person('AUTHOR'),
  ...person('COMMITTER'),
};

/** Runs git in a folder and returns what it writes. */
export function runGit(folder: string, options: readonly string[], input: string | Uint8Array = ''): Buffer {
  const settings = [
    'init.defaultBranch=main',
    'protocol.file.allow=always',
    'core.quotePath=false',
    'gc.auto=0',
  ];
  return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...options], {
    cwd: folder,
    input,
    env: environment,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs git and returns the lines it writes. */
export function gitLines(folder: string, options: readonly string[], input = ''): string[] {
  return runGit(folder, options, input)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** A folder on disk, with all links followed. */
export function folderOnDisk(root: string): GitFolder {
  return {
    async file(path) {
      const status = await stat(join(root, path)).catch(() => undefined);
      if (status?.isFile() !== true) return undefined;
      return {
        size: status.size,
        modified: status.mtimeMs,
        async read(start = 0, end = status.size) {
          const bytes = new Uint8Array(Math.max(0, end - start));
          const handle = await open(join(root, path));
          try {
            const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
            return bytes.subarray(0, bytesRead);
          } finally {
            await handle.close();
          }
        },
      };
    },
    list: (path) => readdir(join(root, path)).catch(() => []),
  };
}

/** A folder whose files are in memory. */
export function folderInMemory(files: ReadonlyMap<string, Uint8Array>): GitFolder {
  return {
    file(path): Promise<GitFile | undefined> {
      const bytes = files.get(path);
      if (bytes === undefined) return Promise.resolve(undefined);
      return Promise.resolve({
        size: bytes.length,
        modified: 0,
        read: (start = 0, end = bytes.length) => Promise.resolve(bytes.slice(start, end)),
      });
    },
    list(path) {
      const names = [...files.keys()]
        .filter((name) => name.startsWith(`${path}/`))
        .map((name) => name.slice(path.length + 1).split('/')[0] ?? '');
      return Promise.resolve([...new Set(names)]);
    },
  };
}

/** Opens a repository that must be readable. */
export async function openInTests(folder: string | GitFolder, workTree = ''): Promise<Repository> {
  const opened = await openRepository(typeof folder === 'string' ? folderOnDisk(folder) : folder, workTree);
  if (opened.kind !== 'repository') throw new Error(`Not a repository: ${JSON.stringify(opened)}`);
  return opened;
}
