import { expect, test } from 'vitest';
import { createRuns } from './runs';

test('whoever asks while the end is being told waits for a run of its own', async () => {
  const done: string[] = [];
  let endFirst = (): void => undefined;
  let tellFirst = (): void => undefined;
  const firstIsTold = new Promise<void>((resolve) => (tellFirst = resolve));
  const runs = createRuns<string>({
    merge: (waiting, added) => waiting + added,
    async run(work) {
      await new Promise((resolve) => setTimeout(resolve));
      done.push(work);
    },
    async ended() {
      if (done.length > 1) return;
      tellFirst();
      await new Promise<void>((resolve) => (endFirst = resolve));
    },
  });

  const first = runs.request('a');
  await firstIsTold;
  const second = runs.request('b');
  endFirst();
  await second;
  expect(done).toEqual(['a', 'b']);
  await first;
});
