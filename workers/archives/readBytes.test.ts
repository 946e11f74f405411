import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAhead } from './readBytes';

it('reads the same bytes anywhere, one after another and at once', async () => {
  const bytes = randomBytes(3_000_000);
  const reads = [
    [0, 30],
    [30, 500],
    [999_990, 20],
    [100, 2_500_000],
    [2_999_000, 5_000],
    [4_000_000, 10],
    [1_500_000, 0],
  ] as const;
  const expected = reads.map(([from, length]) => bytes.subarray(from, from + length));
  const isSame = (found: readonly Uint8Array[]) => found.map((each, at) => expected[at]?.equals(each));
  const read = readAhead(new Blob([bytes]));
  const found: Uint8Array[] = [];
  for (const [from, length] of reads) found.push(await read(from, length));
  expect(isSame(found)).not.toContain(false);
  expect(isSame(await Promise.all(reads.map(([from, length]) => read(from, length))))).not.toContain(false);
});

it('asks the browser once for neighbors', async () => {
  const source = new Blob([new Uint8Array(2_000_000)]);
  let slices = 0;
  const slice = source.slice.bind(source);
  source.slice = (...range) => {
    slices += 1;
    return slice(...range);
  };
  const read = readAhead(source);
  for (let from = 0; from < 1_900_000; from += 1_000) await read(from, 1_000);
  expect(slices).toBe(2);
});
