/** Separate from the other parser tests: the runtime allocates its memory once, with the first grammar. */
import { expect, it } from 'vitest';
import { wasmFiles } from '../../tests/languages/wasmFiles';
import { createFactsReader } from './parse';

let memory = 0;
const reader = createFactsReader(wasmFiles, { memory: (bytes) => (memory = bytes) });

it('keeps its memory while it reads 5,000 files', async () => {
  const text = (index: number): string =>
    Array.from(
      { length: 8 },
      (_, at) => `def f${index}_${at}(a, b=[1, {2: 3}]):\n    return a + b(${at})\n`,
    ).join('');
  const readOn = async (from: number, to: number): Promise<number> => {
    for (let index = from; index < to; index += 1)
      expect(await reader.factsOf(text(index), 'python')).toMatchObject({ kind: 'facts' });
    return memory;
  };
  const first = await readOn(0, 1_000);
  expect(first).toBeGreaterThan(0);
  expect(await readOn(1_000, 5_000)).toBeLessThan(1.2 * first);
});

it('reports the memory that a large text has taken', async () => {
  const before = memory;
  await reader.factsOf('[1, '.repeat(200_000), 'python');
  expect(memory).toBeGreaterThan(before);
});
