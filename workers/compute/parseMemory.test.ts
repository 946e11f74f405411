/** Apart from the other tests of parsing: the runtime's memory is made once, with the first grammar. */
import { expect, it } from 'vitest';
import { testFactsReader } from '../../tests/languages/wasmFiles';

it('keeps its memory while it reads 10,000 files', async () => {
  const memories = watchMemories();
  const reader = testFactsReader(() => 0);
  const text = (index: number): string =>
    Array.from(
      { length: 8 },
      (_, at) => `def f${index}_${at}(a, b=[1, {2: 3}]):\n    return a + b(${at})\n`,
    ).join('');
  const readOn = async (from: number, to: number): Promise<number> => {
    for (let index = from; index < to; index += 1)
      expect(await reader.factsOf(text(index), 'python')).toMatchObject({ kind: 'facts' });
    return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  };
  const first = await readOn(0, 1_000);
  expect(first).toBeGreaterThan(0);
  expect(await readOn(1_000, 10_000)).toBeLessThan(1.2 * first);
});

/** The memories that WebAssembly modules make from now on. */
function watchMemories(): readonly WebAssembly.Memory[] {
  const made: WebAssembly.Memory[] = [];
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(size: WebAssembly.MemoryDescriptor) {
      super(size);
      made.push(this);
    }
  };
  return made;
}
