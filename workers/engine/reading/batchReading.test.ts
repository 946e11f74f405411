import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { path } from '../../../tests/repoPathInTests';
import type { FolderFile, FolderReader } from '../folders/folderReader';
import { folderFileOf } from '../folders/snapshotFolder';
import { TIME_LIMITS, withTimeLimits } from '../folders/timeLimits';
import { readInBatches, type BatchReading } from './batchReading';
import { createByteBudget } from './byteBudget';
import type { FileToRead } from './fileReading';

/**
 * `alone` has no blob. `growing` and `broken` reject the first time and always, whichever way they are read. `silent` never
 * responds.
 */
type Behavior = 'fine' | 'alone' | 'growing' | 'shrunk' | 'broken' | 'missing' | 'silent';
type Files = ReadonlyMap<string, { readonly text: string; readonly as: Behavior }>;

/** Contents that make a read fail or never end, in place of the file's text. */
const BAD = '\0bad\0';
const SILENT = '\0silent\0';

const changed = (): DOMException => new DOMException('changed', 'NotReadableError');

/** Records the files that are read one by one in `alone`. */
function readerOf(files: Files, alone: string[] = []): FolderReader {
  const lookedUp = new Set<string>();

  function fileOf(name: string): FolderFile | undefined {
    const { text, as } = files.get(name) ?? {};
    if (text === undefined || as === 'missing') return undefined;
    const isBad = as === 'broken' || (as === 'growing' && !lookedUp.has(name));
    lookedUp.add(name);
    const content = as === 'silent' ? SILENT : isBad ? BAD : text;
    const real = folderFileOf(new File([content], name, { lastModified: 1 }));
    const { size, blob } = real;
    return {
      size: as === 'shrunk' ? size + 1 : size,
      modified: 1,
      ...(as !== 'alone' && blob && { blob }),
      read() {
        alone.push(name);
        return readAsBrowser(new Blob([content]));
      },
    };
  }

  return {
    async *list() {
      yield await Promise.resolve([]);
    },
    file: (at) => {
      const file = fileOf(at);
      return file ? Promise.resolve(file) : Promise.reject(new DOMException('gone', 'NotFoundError'));
    },
    readBlob: readAsBrowser,
    forgetListing: () => undefined,
    isAllowed: () => Promise.resolve(true),
  };
}

/** A browser rejects a blob if any part of it fails. */
async function readAsBrowser(blob: Blob): Promise<ArrayBuffer> {
  const text = await blob.text();
  if (text.includes(SILENT)) return new Promise(() => undefined);
  if (text.includes(BAD)) throw changed();
  return blob.arrayBuffer();
}

async function read(
  reader: FolderReader,
  names: Iterable<string>,
  changes: Partial<BatchReading<FileToRead>> = {},
) {
  const texts = new Map<string, string>();
  const problems = new Map<string, string>();
  const sizes: number[] = [];
  const { finished } = await readInBatches(
    [...names].map((name) => ({ path: path(name) })),
    {
      ...{ reader, budget: createByteBudget(1_000_000), signal: undefined, urgent: true, patience: 1_000 },
      run(batch) {
        sizes.push(batch.length);
        for (const item of batch) texts.set(item.path, new TextDecoder().decode(item.bytes));
        // As if they were sent to a worker.
        const buffers = new Set(batch.map(({ bytes }) => bytes.buffer));
        structuredClone(null, { transfer: [...buffers] });
        return Promise.resolve();
      },
      fail: (item, problem) => void problems.set(item.path, problem.kind),
      ...changes,
    },
  );
  await finished;
  return { texts, problems, sizes };
}

function filesOf(count: number, as: Behavior = 'fine'): Files {
  return new Map(Array.from({ length: count }, (_, at) => [`f${at}.txt`, { text: `${at}\n`, as }]));
}

const textsOf = (files: Files) => [...files].map(([name, { text }]) => [name, text]);

describe('reading in batches', () => {
  it('reads files together, in batches that are small at first if they are urgent', async () => {
    const files = filesOf(150);
    const alone: string[] = [];
    const { texts, sizes } = await read(readerOf(files, alone), files.keys());
    expect([...texts]).toEqual(textsOf(files));
    expect(sizes).toEqual([8, 16, 32, 64, 30]);
    expect(alone).toEqual([]);
    expect((await read(readerOf(files), files.keys(), { urgent: false })).sizes).toEqual([64, 64, 22]);
  });

  it('gives every file its own text, or says why not, whatever the others do', async () => {
    const behavior = fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom<Behavior>('fine', 'alone') },
      { weight: 1, arbitrary: fc.constantFrom<Behavior>('growing', 'shrunk', 'broken', 'missing') },
    );
    const folder = fc.array(fc.record({ text: fc.string({ maxLength: 30 }), as: behavior }), {
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(folder, fc.integer({ min: 1, max: 5_000 }), async (list, capacity) => {
        const files = new Map(list.map((file, at) => [`f${at}`, file]));
        const budget = createByteBudget(capacity);
        const { texts, problems } = await read(readerOf(files), files.keys(), { budget });
        for (const [name, { text, as }] of files) {
          const isFailed = as === 'broken' || as === 'missing';
          expect(texts.get(name)).toBe(isFailed ? undefined : text.toWellFormed());
          expect(problems.get(name)).toBe(
            as === 'broken' ? 'failed' : as === 'missing' ? 'missing' : undefined,
          );
        }
        await budget.take(capacity); // All of it was given back.
      }),
    );
  });

  it('gives the budget back if a run fails', async () => {
    const files = filesOf(100);
    const budget = createByteBudget(1_000);
    const failing = read(readerOf(files), files.keys(), {
      budget,
      run: () => Promise.reject(new Error('no workers')),
    });
    await expect(failing).rejects.toThrow('no workers');
    await budget.take(1_000);
  });
});

describe('a file that never responds', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const silent: Files = new Map([...filesOf(60), ['silent.txt', { text: '', as: 'silent' }]]);

  it('holds back no other for long, and fails alone', async () => {
    const run = vi.fn(() => Promise.resolve());
    const fail = vi.fn();
    const reader = withTimeLimits(readerOf(silent), TIME_LIMITS);
    const reading = read(reader, silent.keys(), { urgent: false, run, fail });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(run.mock.calls.flat()).toEqual([expect.objectContaining({ length: 60 })]);
    expect(fail).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    await reading;
    expect(fail.mock.calls).toEqual([[{ path: 'silent.txt' }, expect.objectContaining({ kind: 'failed' })]]);
  });

  it('leaves no rejection behind if its run is aborted meanwhile', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const run = (): Promise<void> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const reader = withTimeLimits(readerOf(silent), TIME_LIMITS);
    const reading = read(reader, silent.keys(), { signal, run });
    reading.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(6_000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(reading).rejects.toThrow('aborted');
  });
});

it('loses no file of a disk that pauses for six seconds', async () => {
  vi.useFakeTimers();
  const files = filesOf(640);
  const reader = readerOf(files);
  let isAwake = false;
  const awake = new Promise<void>((resolve) => {
    setTimeout(() => {
      isAwake = true;
      resolve();
    }, 6_500);
  });
  const asleep: FolderReader = {
    ...reader,
    async file(at) {
      const file = await reader.file(at);
      return { ...file, read: async () => (isAwake || (await awake), file.read()) };
    },
    readBlob: async (blob) => (isAwake || (await awake), readAsBrowser(blob)),
  };
  const reading = read(withTimeLimits(asleep, TIME_LIMITS), files.keys(), { urgent: false });
  await vi.advanceTimersByTimeAsync(60_000);
  const { texts, problems } = await reading;
  expect([...problems]).toEqual([]);
  expect(texts.size).toBe(640);
  vi.useRealTimers();
});
