import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { path } from '../../../tests/repoPathInTests';
import type { FolderFile, FolderReader } from '../folders/folderReader';
import { folderFileOf, readBlob } from '../folders/snapshotFolder';
import { readInBatches } from './batchReading';
import { createByteBudget } from './byteBudget';
import type { FileToRead, ReadItem, ReadProblem } from './fileReading';

/** How a file behaves. `alone` has no blob. `growing` and `broken` reject once and always, whichever way they are read. */
type Behavior = 'fine' | 'alone' | 'growing' | 'shrunk' | 'broken' | 'missing';

interface Folder {
  readonly reader: FolderReader;
  /** Names of files that were read one by one. */
  readonly alone: readonly string[];
}

const changed = (): DOMException => new DOMException('changed', 'NotReadableError');

function folderOf(files: ReadonlyMap<string, { readonly text: string; readonly as: Behavior }>): Folder {
  const alone: string[] = [];
  const grown = new Set<string>();
  let isAnyBad = false;

  function fileOf(name: string, text: string, as: Behavior): FolderFile {
    const real = folderFileOf(new File([text], name, { lastModified: 1 }));
    const isBad = as === 'broken' || (as === 'growing' && !grown.has(name));
    grown.add(name);
    const { blob } = real;
    if (as !== 'alone') isAnyBad ||= isBad;
    return {
      size: as === 'shrunk' ? real.size + 1 : real.size,
      modified: 1,
      ...(as !== 'alone' && blob && { blob }),
      read() {
        alone.push(name);
        return isBad ? Promise.reject(changed()) : real.read();
      },
    };
  }

  return {
    alone,
    reader: {
      async *list() {
        yield [];
      },
      file(at) {
        const file = files.get(at);
        if (file === undefined || file.as === 'missing')
          return Promise.reject(new DOMException('gone', 'NotFoundError'));
        return Promise.resolve(fileOf(at, file.text, file.as));
      },
      readBlob(blob) {
        // Like a browser, which rejects if any part of it does.
        return isAnyBad ? Promise.reject(changed()) : readBlob(blob);
      },
      forgetListing: () => undefined,
      isAllowed: () => Promise.resolve(true),
    },
  };
}

async function read(folder: Folder, names: Iterable<string>, capacity = 1_000_000) {
  const texts = new Map<string, string>();
  const problems = new Map<string, string>();
  const sizes: number[] = [];
  const budget = createByteBudget(capacity);
  const { finished } = await readInBatches(
    [...names].map((name) => ({ path: path(name) })),
    {
      ...{ reader: folder.reader, budget, signal: undefined, urgent: true },
      run(batch: readonly ReadItem<FileToRead>[]) {
        sizes.push(batch.length);
        for (const item of batch) texts.set(item.path, new TextDecoder().decode(item.bytes));
        return Promise.resolve();
      },
      fail: (item: FileToRead, problem: ReadProblem) => void problems.set(item.path, problem.kind),
    },
  );
  await finished;
  return { texts, problems, sizes, isGivenBack: budget.takeNow(capacity) };
}

describe('reading in batches', () => {
  it('reads files together, in batches', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `f${at}.txt`);
    const folder = folderOf(new Map(names.map((name) => [name, { text: `${name}\n`, as: 'fine' }])));
    const { texts, sizes } = await read(folder, names);
    expect([...texts]).toEqual(names.map((name) => [name, `${name}\n`]));
    expect(sizes).toEqual([8, 16, 32, 64, 30]);
    expect(folder.alone).toEqual([]);
  });

  it('gives every file its own text, or says why not, whatever the others do', async () => {
    const behavior = fc.constantFrom<Behavior>(
      'fine',
      'fine',
      'alone',
      'growing',
      'shrunk',
      'broken',
      'missing',
    );
    const folder = fc.array(fc.record({ text: fc.string({ maxLength: 30 }), as: behavior }), {
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(folder, fc.integer({ min: 1, max: 5_000 }), async (list, capacity) => {
        const files = new Map(list.map((file, at) => [`f${at}`, file]));
        const { texts, problems, isGivenBack } = await read(folderOf(files), files.keys(), capacity);
        for (const [name, { text, as }] of files) {
          const isFailed = as === 'broken' || as === 'missing';
          expect(texts.get(name)).toBe(isFailed ? undefined : text.toWellFormed());
          expect(problems.get(name)).toBe(
            as === 'broken' ? 'failed' : as === 'missing' ? 'missing' : undefined,
          );
        }
        expect(isGivenBack).toBe(true);
      }),
    );
  });
});
