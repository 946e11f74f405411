import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A git repository in a temporary folder, as an oracle. No configuration of the machine reaches it. */
export interface TestRepository {
  readonly folder: string;
  /** Runs git and returns its output, one character per byte. */
  git(options: readonly string[], input?: string | Uint8Array): string;
  write(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
}

export interface TemporaryFolder {
  readonly path: string;
  createRepository(name: string): TestRepository;
  dispose(): void;
}

export function createTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'git-oracle-'));
  return {
    path,
    createRepository: (name) => createRepository(join(path, name), path),
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}

function createRepository(folder: string, ceiling: string): TestRepository {
  const environment = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CEILING_DIRECTORIES: ceiling,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const git = (options: readonly string[], input: string | Uint8Array = ''): string =>
    execFileSync('git', [...options], {
      cwd: folder,
      input,
      env: environment,
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).toString('latin1');
  mkdirSync(folder);
  git(['init', '-q', '-b', 'main', '--template=']);
  mkdirSync(join(folder, '.git/info'), { recursive: true });
  return {
    folder,
    git,
    write(path, content) {
      const target = join(folder, path);
      if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
  };
}
