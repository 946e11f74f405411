import { afterEach, expect, it, vi } from 'vitest';
import { fileOf, openWith } from '../../../tests/engineInTests';
import { readerOfFiles } from '../folders/memoryFolder';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The most lookups between two reads in an opening of 2,100 files, if each takes this many milliseconds. */
async function mostLookupsBetweenReads(milliseconds: number): Promise<number> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const inner = readerOfFiles(
    Array.from({ length: 2_100 }, (_, at) => [`${at}.txt`, fileOf(`${at}`)] as const),
  );
  let lookups = 0;
  let most = 0;
  const { content } = await openWith({
    ...inner,
    async file(path) {
      now += milliseconds;
      lookups += 1;
      most = Math.max(most, lookups);
      const file = await inner.file(path);
      const read = (): Promise<ArrayBuffer> => {
        lookups = 0;
        return file.read();
      };
      return { ...file, read };
    },
  });
  expect(content('2099.txt')).toMatchObject({ kind: 'text', tokens: 2 });
  return most;
}

it('looks up many files before it reads them, but on a slow disk only a few', async () => {
  expect(await mostLookupsBetweenReads(0)).toBeGreaterThan(1_500);
  expect(await mostLookupsBetweenReads(5)).toBeLessThan(600);
});
