import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import { backupsOf, keepBackup } from './backups';

const FILE = 'strata.toml';

test('folders of one name keep ten texts each, and offer none of each other', async () => {
  const storage = storageInMemory();
  const places = { storage, notify: () => undefined };
  const folders = ['one', 'two'].map((workspace) => ({ folder: 'app', workspace }));
  const older = { folder: 'app', text: 'older', time: '2020-01-01T00:00:00.000Z' };
  await storage.set(`backup/${FILE}/${older.time}`, older);
  const textsOf = async (place: (typeof folders)[number]) =>
    (await backupsOf(places, FILE, place)).map(({ text }) => text);
  for (const place of folders) expect(await textsOf(place)).toEqual(['older']);

  for (let round = 10; round < 22; round += 1)
    for (const [at, place] of folders.entries()) {
      const time = `2026-01-02T03:04:${round}.00${at}Z`;
      await keepBackup(places, FILE, { ...place, text: `${place.workspace} ${round}`, time });
    }
  for (const place of folders)
    expect(await textsOf(place)).toEqual(
      Array.from({ length: 10 }, (_, at) => `${place.workspace} ${21 - at}`),
    );
  expect(await storage.entries(`backup/${FILE}/`)).toHaveLength(20);
});
