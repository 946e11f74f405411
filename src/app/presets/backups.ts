import * as v from 'valibot';
import { loadValues, saveValue, type StoreAndNotify } from '../storage/storedValue';

const KEPT = 10;

const BACKUP = {
  label: 'an earlier text of the project file',
  schema: v.object({
    /** Name of the file's folder. */
    folder: v.string(),
    /** Id of that folder's workspace, since folders can share a name. Older backups have none. */
    workspace: v.optional(v.string()),
    text: v.string(),
    time: v.pipe(v.string(), v.isoTimestamp()),
  }),
  upgrades: [],
};

/** The text of a file before the app made a change that lost part of it. */
export type Backup = Readonly<v.InferOutput<typeof BACKUP.schema>>;

interface BackupPlace {
  readonly folder: string;
  readonly workspace: string;
}

/** Resolves when the backup is stored. Keeps the newest ten per folder and file. */
export async function keepBackup(
  places: StoreAndNotify,
  file: string,
  backup: Backup & BackupPlace,
): Promise<void> {
  await saveValue(places.storage, [`backup/${file}/${backup.time}`, BACKUP], backup);
  const kept = await entriesOf(places, file, backup);
  for (const [key] of kept.slice(0, -KEPT)) await places.storage.remove(key);
}

/** The readable backups of a folder's file, newest first. */
export async function backupsOf(
  places: StoreAndNotify,
  file: string,
  place: BackupPlace,
): Promise<readonly Backup[]> {
  return (await entriesOf(places, file, place)).map(([, backup]) => backup).reverse();
}

/** Oldest first. */
async function entriesOf(places: StoreAndNotify, file: string, { folder, workspace }: BackupPlace) {
  const loaded = await loadValues(places, `backup/${file}/`, BACKUP);
  return loaded.filter(([, backup]) =>
    backup.workspace === undefined ? backup.folder === folder : backup.workspace === workspace,
  );
}
