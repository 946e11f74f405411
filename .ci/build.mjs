// Builds dist/ when it is missing or older than the sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { sourceBuildId } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds dist/ unless it is up to date. Throws with the build's output if that fails. If several callers wait, one
 * builds.
 */
export function ensureBuilt() {
  if (isFresh()) return;
  withLock(join(root, '.cache/build.lock'), () => {
    if (!isFresh()) build();
  });
}

function isFresh() {
  return builtId() === sourceBuildId();
}

function build() {
  console.error('Building…');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stdout, stderr } = spawnSync(execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`);
}

/** The id of the build in dist/, or undefined if there is none. */
function builtId() {
  const path = join(root, 'dist/version.json');
  if (!existsSync(path)) return undefined;
  return /** @type {{ build?: string }} */ (JSON.parse(readFileSync(path, 'utf8'))).build;
}
