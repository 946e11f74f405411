/** Tools that come as npm packages. npx fetches and keeps them, so they are not dependencies. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder with a package such as `solc@0.8.37`; undefined if npm cannot fetch it. */
export async function npmPackage(spec: string): Promise<string | undefined> {
  const args = [
    'exec',
    '--yes',
    '--prefer-offline',
    '--ignore-scripts',
    `--package=${spec}`,
    '-c',
    'printenv PATH',
  ];
  const ran = await run('npm', args, { cwd: tmpdir() }).catch(() => undefined);
  // npx puts the programs of the package first.
  const [programs = ''] = ran?.stdout.split(':') ?? [];
  return ran === undefined ? undefined : join(dirname(programs), spec.slice(0, spec.lastIndexOf('@')));
}

/** Returns the exports of a package; undefined if npm cannot fetch it. */
export async function loadPackage(spec: string): Promise<unknown> {
  const folder = await npmPackage(spec);
  return folder === undefined ? undefined : createRequire(join(folder, 'package.json'))(folder);
}
