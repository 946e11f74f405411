import { expect, test } from 'vitest';
import type { Clock } from '../ports/clock';
import { Saving } from './saving';

/** A clock whose timers never fire, so that only `flush` saves. */
const stoppedClock: Clock = {
  now: () => 0,
  after: () => () => undefined,
  nextFrame: () => undefined,
};

function savingBy(save: () => Promise<void>, failures: string[] = []): Saving {
  return new Saving(stoppedClock, save, (reason) => failures.push(reason));
}

test('every flush waits until all earlier changes are stored', async () => {
  let store = (): void => undefined;
  let stored = false;
  const saving = savingBy(async () => {
    await new Promise<void>((resolve) => (store = resolve));
    stored = true;
  });
  saving.changed();
  const flushes = [saving.flush(), saving.flush()].map(async (flushed) => {
    await flushed;
    return stored;
  });
  setTimeout(() => store(), 0);
  expect(await Promise.all(flushes)).toEqual([true, true]);
});

test('changes during a save are saved after it', async () => {
  const saved: number[] = [];
  let state = 1;
  const saving = savingBy(async () => {
    const now = state;
    await Promise.resolve();
    saved.push(now);
  });
  saving.changed();
  const first = saving.flush();
  state = 2;
  saving.changed();
  await Promise.all([first, saving.flush()]);
  expect(saved.at(-1)).toBe(2);
});

test('a failed save is reported once and retried with the next change', async () => {
  const failures: string[] = [];
  const saving = savingBy(() => Promise.reject(new Error('no room')), failures);
  saving.changed();
  await saving.flush();
  await saving.flush();
  expect(failures).toEqual(['no room']);
  saving.changed();
  await saving.flush();
  expect(failures).toEqual(['no room', 'no room']);
});

test('a flush retries a failed save, as before a workspace is closed', async () => {
  const saved: string[] = [];
  let room = false;
  const saving = savingBy(() => {
    if (!room) return Promise.reject(new Error('no room'));
    saved.push('state');
    return Promise.resolve();
  });
  saving.changed();
  await saving.flush();
  room = true;
  await saving.flush();
  await saving.flush();
  expect(saved).toEqual(['state']);
});
