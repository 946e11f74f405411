import { expect, test } from 'vitest';
import type { Clock, Storage } from './ports';
import { Settings } from './settings.svelte';

const clock: Clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };

test('leaves alone what another tab has changed meanwhile', async () => {
  const values = new Map<string, unknown>();
  const storage: Storage = {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    update: (key, change) => Promise.resolve(void values.set(key, change(values.get(key)))),
    remove: (key) => Promise.resolve(void values.delete(key)),
    durable: Promise.resolve(true),
  };
  const here = new Settings(storage, clock, () => undefined);
  const there = new Settings(storage, clock, () => undefined);
  await Promise.all([here.load(), there.load()]);
  there.change({ theme: 'dark' });
  await there.flush();
  here.change({ namespace: 'mine' });
  await here.flush();
  const later = new Settings(storage, clock, () => undefined);
  await later.load();
  expect(later.data).toMatchObject({ theme: 'dark', namespace: 'mine' });
});
