/**
 * The browser's floor: lists 32 folders at a time, requests 64 files at a time, reads 64 at a time or 16 batches at a time,
 * and does nothing else.
 */
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import type { FloorRequest } from './contract';

const FOLDERS_AT_ONCE = 32;
const CALLS_AT_ONCE = 64;
const BATCHES_AT_ONCE = 16;
const BYTES_PER_BATCH = 1_000_000;

addEventListener('message', ({ data }: MessageEvent<FloorRequest>) => {
  void readAll(data).then((result) => postMessage(result));
});
postMessage('ready');

async function readAll({ root, way, skipped }: FloorRequest) {
  const started = performance.now();
  const handles = await walk(root, new Set(skipped));
  const walked = performance.now();
  const files: File[] = [];
  await forEachAtOnce(handles, CALLS_AT_ONCE, async (handle) => {
    files.push(await handle.getFile());
  });
  const sized = performance.now();
  const bytes =
    way === 'one by one'
      ? await readBlobs(files, CALLS_AT_ONCE)
      : await readBlobs(batchesOf(files), BATCHES_AT_ONCE);
  return {
    walk: walked - started,
    sizes: sized - walked,
    read: performance.now() - sized,
    files: files.length,
    bytes,
  };
}

/** Returns the number of bytes. */
async function readBlobs(blobs: readonly Blob[], atOnce: number): Promise<number> {
  let bytes = 0;
  await forEachAtOnce(blobs, atOnce, async (blob) => {
    const { byteLength } = await blob.arrayBuffer();
    bytes += byteLength;
  });
  return bytes;
}

function batchesOf(files: readonly File[]): readonly Blob[] {
  const batches: Blob[] = [];
  let batch: File[] = [];
  let held = 0;
  for (const file of files) {
    batch.push(file);
    held += file.size;
    if (held < BYTES_PER_BATCH) continue;
    batches.push(new Blob(batch));
    [batch, held] = [[], 0];
  }
  return [...batches, new Blob(batch)];
}

async function walk(
  root: FileSystemDirectoryHandle,
  skipped: ReadonlySet<string>,
): Promise<readonly FileSystemFileHandle[]> {
  const files: FileSystemFileHandle[] = [];
  const folders = [{ handle: root, path: '' }];
  const lanes = new Set<Promise<void>>();

  async function list({ handle, path }: { handle: FileSystemDirectoryHandle; path: string }): Promise<void> {
    for await (const child of handle.values()) {
      const childPath = path === '' ? child.name : `${path}/${child.name}`;
      if (skipped.has(childPath)) continue;
      if (child.kind === 'file') files.push(child);
      else folders.push({ handle: child, path: childPath });
    }
  }

  while (folders.length > 0 || lanes.size > 0) {
    const next = lanes.size < FOLDERS_AT_ONCE ? folders.pop() : undefined;
    if (next === undefined) {
      await Promise.race(lanes);
      continue;
    }
    const lane: Promise<void> = list(next).finally(() => lanes.delete(lane));
    lanes.add(lane);
  }
  return files;
}
