import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Repository extends AsyncDisposable {
  /** Absolute; its last segment is the name the app shows. */
  readonly path: string;
  /** Replaces a file in one step, as editors do, so that nobody reads half of it. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

export interface RepositoryOptions {
  readonly name?: string;
  readonly git?: boolean;
}

/** Creates a folder with these files in the system's temporary folder, apart from any browser profile. */
export async function makeRepository(
  files: Readonly<Record<string, string | Uint8Array>>,
  { name = 'repository', git = false }: RepositoryOptions = {},
): Promise<Repository> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'strata-e2e-')));
  const root = join(parent, name);
  const fresh = join(parent, 'fresh');
  await mkdir(root);
  const repository: Repository = {
    path: root,
    async write(path, content) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(fresh, content);
      await rename(fresh, join(root, path));
    },
    remove: (path) => rm(join(root, path), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
  if (git) execFileSync('git', ['init', '--quiet', root], { stdio: 'ignore' });
  for (const [path, content] of Object.entries(files)) await repository.write(path, content);
  return repository;
}
