import { expect, test } from 'vitest';
import type { DocumentBlock } from '../document/documentBlock';
import { SecretWatch } from './secretWatch.svelte';

test('many blocks wait, also between parts, until the document has stayed the same for a while', async () => {
  const blocks = Array.from({ length: 300 }, (_, at) => ({ key: `file:${at}`, hash: 'a' }));
  const waiting: (() => void)[] = [];
  const parts: number[] = [];
  const watch = new SecretWatch({
    document: {
      blocks: blocks as Partial<DocumentBlock>[] as DocumentBlock[], // the search needs no more of them
      totals: { tokens: 0, files: 300, measured: 300, exact: true, sections: [] },
    },
    secrets: { choiceOf: () => undefined, isOff: false, ready: () => Promise.resolve() },
    clock: { after: (_, task) => (waiting.push(task), () => undefined) },
    engine: {
      findSecrets(part) {
        parts.push(part.length);
        if (parts.length === 1) void watch.follow();
        return Promise.resolve([]);
      },
    },
  });
  const followed = watch.follow();
  await expect.poll(() => waiting.length).toBe(1);
  void watch.follow();
  waiting.shift()?.();
  await expect.poll(() => waiting.length).toBe(1);
  expect(parts).toEqual([]);
  waiting.shift()?.();
  await expect.poll(() => waiting.length).toBe(1);
  expect(parts).toEqual([128]);
  waiting.shift()?.();
  await followed;
  expect(parts).toEqual([128, 128, 44]);
});
