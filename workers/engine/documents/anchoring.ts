/** Creates slices of a file's current content, in a compute worker. */
import { transfer } from 'comlink';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { CustomSlice, SliceRequest } from '../../../src/core/slices/customSlice';
import type { BlockTextsContext } from './blockTexts';
import { readAsOf } from '../folders/fileStamp';
import { readFile } from '../reading/fileReading';

export async function anchorSlices(
  path: RepoPath,
  wanted: readonly SliceRequest[],
  { reader, pool, encoding, quarantine }: BlockTextsContext,
): Promise<readonly CustomSlice[] | undefined> {
  const read = await readFile(reader, path);
  if (read.kind !== 'read') return undefined;
  const { bytes, stamp } = read;
  const file = { path, bytes, ...readAsOf(stamp), ...quarantine.mark(path, stamp) };
  return pool.run({
    ...{ encoding, bytes: bytes.byteLength, urgent: true, stickyKey: path },
    call: (api) => api.anchorSlices(transfer(file, [bytes.buffer]), wanted),
  });
}
