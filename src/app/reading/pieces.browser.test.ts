import { expect, test } from 'vitest';
import { Pieces } from './pieces.svelte';

const many = Array.from({ length: 2_500 }, (_, i) => i);

/** A clock that a test moves on: each look at it takes a millisecond, and what waits runs when it is told to. */
function clockOf(): { clock: ConstructorParameters<typeof Pieces>[0]; next: () => Promise<void> } {
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

test('a few are seen to at once, many one part after another, each of them once', async () => {
  const { clock, next } = clockOf();
  const seen: number[] = [];
  const pieces = new Pieces<number>(clock, (entries) => seen.push(...entries));
  expect(pieces.add([-1])).toBeUndefined();
  expect(seen).toEqual([-1]);
  const running = pieces.add(many);
  expect(seen).toHaveLength(1);
  await next();
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.length).toBeLessThan(many.length);
  for (let turn = 0; pieces.running !== undefined && turn < many.length; turn += 1) await next();
  await running;
  expect(seen).toEqual([-1, ...many]);
});

test('what is added meanwhile belongs to it, and a few do not wait for it', async () => {
  const { clock, next } = clockOf();
  const seen: number[] = [];
  const pieces = new Pieces<number>(clock, (entries) => seen.push(...entries));
  const running = pieces.add(many);
  pieces.add([-1]);
  expect(seen).toEqual([-1]);
  expect(pieces.add(many.map((i) => i + 1_000))).toBe(running);
  for (let turn = 0; pieces.running !== undefined && turn < many.length; turn += 1) await next();
  expect(seen).toHaveLength(1 + 3_500);
});

test('once it is closed nothing more is seen to', async () => {
  const { clock, next } = clockOf();
  const seen: number[] = [];
  const pieces = new Pieces<number>(clock, (entries) => seen.push(...entries));
  const running = pieces.add(many);
  pieces.close();
  await next();
  await running;
  expect(seen).toEqual([]);
});
