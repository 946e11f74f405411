/** A compute worker for tests: certain files make it hang or crash, as a bug or a hostile file would. */
import { expose } from 'comlink';
import { browserParts } from '../compute/browserParts';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { ComputeApi, FileBytes, TextRequest } from '../compute/contract';
import { createComputeApi } from '../compute/computeApi';
import { WORN } from '../compute/progress';

const parts = browserParts();
const api = createComputeApi(parts);

/** Files with this name fail only when they are parsed. */
const VIEWED = 'view-';

expose({
  ...api,
  async index(encoding, files) {
    for (const { path } of files) if (!path.startsWith(VIEWED)) await misbehave(path);
    return api.index(encoding, files);
  },
  async measureViews(encoding, files, shelf) {
    await misbehaveParsing(files);
    return api.measureViews(encoding, files, shelf);
  },
  async render(encoding, files, shelf) {
    await misbehaveParsing(files.filter(({ view }) => view.mode !== 'full'));
    return api.render(encoding, files, shelf);
  },
  async readLines(text, from, to, shelf) {
    await misbehaveParsing(sentOf([text]));
    return api.readLines(text, from, to, shelf);
  },
  async search(texts, query, limit, shelf) {
    await misbehaveParsing(sentOf(texts));
    return api.search(texts, query, limit, shelf);
  },
} satisfies ComputeApi);

function sentOf(texts: readonly TextRequest[]): readonly FileBytes[] {
  return texts.flatMap(({ bytes, view, ...text }) =>
    bytes === undefined || view.mode === 'full' ? [] : [{ ...text, bytes }],
  );
}

async function misbehaveParsing(files: readonly FileBytes[]): Promise<void> {
  for (const { path, unparsed } of files) {
    if (path.startsWith(VIEWED) && unparsed === undefined) await misbehave(path);
  }
}

async function misbehave(path: RepoPath): Promise<void> {
  parts.progress?.(path);
  if (path.includes('worn')) postMessage(WORN);
  if (path.includes('hang')) for (;;);
  if (path.includes('wait')) await new Promise(() => undefined);
  if (path.includes('slow')) for (const end = performance.now() + 150; performance.now() < end;);
  if (!path.includes('crash')) return;
  // An uncaught error is an error of the worker, and its call never resolves.
  setTimeout(() => {
    throw new Error('out of its mind');
  });
  await new Promise(() => undefined);
}
