/** A compute worker for tests: certain files make it hang or crash, as a bug or a hostile file would. */
import { expose } from 'comlink';
import { browserParts } from '../compute/browserParts';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { ComputeApi } from '../compute/contract';
import { createComputeApi } from '../compute/computeApi';

const api = createComputeApi(browserParts());

/** Files of such a name do it only when their views are measured. */
const VIEWED = 'view-';

expose({
  ...api,
  async index(encoding, files) {
    for (const { path } of files) if (!path.startsWith(VIEWED)) await misbehave(path);
    return api.index(encoding, files);
  },
  async measureViews(encoding, files, shelf) {
    for (const { path } of files) if (path.startsWith(VIEWED)) await misbehave(path);
    return api.measureViews(encoding, files, shelf);
  },
} satisfies ComputeApi);

async function misbehave(path: RepoPath): Promise<void> {
  if (path.includes('hang')) for (;;);
  if (!path.includes('crash')) return;
  // An error that no call catches is one of the worker itself; the call is never answered.
  setTimeout(() => {
    throw new Error('out of its mind');
  });
  await new Promise(() => undefined);
}
