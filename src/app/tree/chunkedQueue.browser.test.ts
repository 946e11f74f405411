import { expect, test } from 'vitest';
import { ChunkedQueue } from './chunkedQueue.svelte';

const many = Array.from({ length: 2_500 }, (_, i) => i);

/** A clock that gains a millisecond with each look at it, and runs waiting tasks one by one. */
function clockOf(): { clock: ConstructorParameters<typeof ChunkedQueue>[0]; next: () => Promise<void> } {
  let time = 0;
  const waiting: (() => void)[] = [];
  const clock = {
    now: () => (time += 1),
    after: (_: number, task: () => void) => {
      waiting.push(task);
      return () => undefined;
    },
    nextFrame: () => undefined,
  };
  return {
    clock,
    next: async () => {
      waiting.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('handles a few entries at once, and many in chunks, each once', async () => {
  const { clock, next } = clockOf();
  const seen: number[] = [];
  const queue = new ChunkedQueue<number>(clock, (entries) => seen.push(...entries));
  expect(queue.add([-1])).toBeUndefined();
  expect(seen).toEqual([-1]);
  const running = queue.add(many);
  expect(seen).toHaveLength(1);
  await next();
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.length).toBeLessThan(many.length);
  for (let turn = 0; queue.running !== undefined && turn < many.length; turn += 1) await next();
  await running;
  expect(seen).toEqual([-1, ...many]);
});

test('handles a few entries at once while it is running, and adds many to the run', async () => {
  const { clock, next } = clockOf();
  const seen: number[] = [];
  const queue = new ChunkedQueue<number>(clock, (entries) => seen.push(...entries));
  const running = queue.add(many);
  queue.add([-1]);
  expect(seen).toEqual([-1]);
  expect(queue.add(many.map((i) => i + 1_000))).toBe(running);
  for (let turn = 0; queue.running !== undefined && turn < many.length; turn += 1) await next();
  expect(seen).toHaveLength(1 + 3_500);
});

test('handles nothing once it is closed', async () => {
  const { clock, next } = clockOf();
  const seen: number[] = [];
  const queue = new ChunkedQueue<number>(clock, (entries) => seen.push(...entries));
  const running = queue.add(many);
  queue.close();
  await next();
  await running;
  expect(seen).toEqual([]);
});
