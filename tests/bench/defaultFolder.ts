/** A reproducible folder of more than 10,000 source files: npm packages, unpacked side by side. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from './cache';

const run = promisify(execFile);

/** Fixed versions, so that figures from different days cover the same files. */
const PACKAGES = [
  'typescript@5.9.2',
  'date-fns@4.1.0',
  '@mui/material@9.5.0',
  'rxjs@7.8.2',
  'lodash-es@4.18.1',
  'webpack@5.112.2',
  'eslint@10.15.0',
];

/** The path of the folder, which is created if missing. Offline, it is made from packages fetched earlier. */
export async function defaultFolder(offline: boolean): Promise<string> {
  const folder = join(CACHE, 'packages-unpacked');
  for (const name of PACKAGES) {
    const unpacked = join(folder, archiveName(name));
    if (existsSync(unpacked)) continue;
    const archive = join(CACHE, 'packages', `${archiveName(name)}.tgz`);
    if (!existsSync(archive)) {
      if (offline) throw new Error(`${name} was never fetched, and --offline forbids it`);
      await mkdir(join(CACHE, 'packages'), { recursive: true });
      await run('npm', ['pack', '--silent', name], { cwd: join(CACHE, 'packages') });
    }
    await unpack(archive, unpacked);
  }
  await markAsRepository(folder);
  return folder;
}

/** Outside any repository, whose ignore rules would make repomix pack nothing. */
async function markAsRepository(folder: string): Promise<void> {
  await mkdir(join(folder, '.git'), { recursive: true });
  await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
}

/** The rename keeps a half-unpacked folder from passing for a whole one. */
async function unpack(archive: string, folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  // Strata leaves out source maps and repomix packs them: without any, both have the same files.
  await run('tar', ['-xzf', archive, '-C', unfinished, '--strip-components=1', '--exclude=*.map']);
  await rename(unfinished, folder);
}

/** The file name that `npm pack` gives. */
function archiveName(name: string): string {
  return name
    .replace(/^@/, '')
    .replace('/', '-')
    .replace(/@(?=[^@]*$)/, '-');
}
