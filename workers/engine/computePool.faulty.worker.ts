/** A compute worker for tests: certain files make it hang or crash, as a bug or a hostile file would. */
import { expose } from 'comlink';
import type { ComputeApi, FileBytes } from '../compute/contract';
import { createComputeApi } from '../compute/computeApi';
import { loadVocabulary } from '../compute/vocabulary';

const api = createComputeApi(loadVocabulary);

expose({
  ...api,
  async index(encoding, files) {
    for (const file of files) await misbehave(file);
    return api.index(encoding, files);
  },
} satisfies ComputeApi);

async function misbehave({ path }: FileBytes): Promise<void> {
  if (path.includes('hang')) for (;;);
  if (!path.includes('crash')) return;
  // An error that no call catches is one of the worker itself; the call is never answered.
  setTimeout(() => {
    throw new Error('out of its mind');
  });
  await new Promise(() => undefined);
}
