import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../../.ci/build.mjs';
import { BUILT } from '../../drive/serveDist';

/** Builds once for all tests and copies the build, so that a build during the run does not change what is tested. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  ensureBuilt();
  const parent = await mkdtemp(join(tmpdir(), 'strata-dist-'));
  const folder = join(parent, 'dist');
  await cp('dist', folder, { recursive: true });
  process.env[BUILT] = folder;
  return () => rm(parent, { recursive: true, force: true });
}
