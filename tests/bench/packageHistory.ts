/** A reproducible repository: the releases of an npm package that includes its sources, one commit each. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from './cache';

const run = promisify(execFile);

const PACKAGE = 'fastify';
/**
 * Fixed, so that figures from different days cover the same files: this many releases of this major version, from its
 * first.
 */
const MAJOR = 4;
const RELEASES = 64;

/** The path of the repository, which is created if missing. */
export async function packageHistory(offline: boolean): Promise<string> {
  const repository = join(CACHE, `${PACKAGE}-${MAJOR}-history`);
  if (existsSync(repository)) return repository;
  if (offline) throw new Error(`the releases of ${PACKAGE} were never fetched, and --offline forbids it`);
  const unfinished = `${repository}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await run('git', ['init', '--quiet'], { cwd: unfinished });
  for (const version of await releases()) {
    const archive = await fetched(version);
    for (const name of await readdir(unfinished))
      if (name !== '.git') await rm(join(unfinished, name), { recursive: true });
    // Files get the current time: npm archives use one time for all files, so git would miss changed contents.
    await run('tar', ['-xzmf', archive, '-C', unfinished, '--strip-components=1']);
    await run('git', ['add', '--all', '--force'], { cwd: unfinished });
    await run(
      'git',
      ['-c', 'user.name=bench', '-c', 'user.email=bench', 'commit', '--quiet', '-m', version],
      {
        cwd: unfinished,
      },
    );
  }
  await rename(unfinished, repository);
  return repository;
}

async function releases(): Promise<readonly string[]> {
  const { stdout } = await run('npm', ['view', PACKAGE, 'versions', '--json']);
  const versions = JSON.parse(stdout) as readonly string[]; // as documented by npm
  return versions
    .filter((version) => version.startsWith(`${MAJOR}.`) && !version.includes('-'))
    .slice(0, RELEASES);
}

async function fetched(version: string): Promise<string> {
  const folder = join(CACHE, 'packages');
  const archive = join(folder, `${PACKAGE}-${version}.tgz`);
  if (existsSync(archive)) return archive;
  await mkdir(folder, { recursive: true });
  await run('npm', ['pack', '--silent', `${PACKAGE}@${version}`], { cwd: folder });
  return archive;
}
