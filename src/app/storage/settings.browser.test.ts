import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import type { Clock } from '../ports/clock';
import { Settings } from './settings.svelte';

const clock: Clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };

test('keeps another tab’s changes', async () => {
  const storage = storageInMemory();
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

test('does not overwrite settings of a newer release, and says so', async () => {
  const storage = storageInMemory();
  const newer = { version: 2, theme: { name: 'dark' } };
  await storage.set('settings', newer);
  const said: string[] = [];
  const settings = new Settings(storage, clock, ({ text }) => said.push(text));
  await settings.load();
  settings.change({ namespace: 'mine' });
  await settings.flush();
  expect(await storage.get('settings')).toEqual(newer);
  expect(said).toEqual([
    expect.stringContaining("Couldn't read the settings: a newer version of Strata"),
    expect.stringContaining("Couldn't save the settings: a newer version of Strata"),
  ]);
});
