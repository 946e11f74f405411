import * as v from 'valibot';
import type { Storage } from '../ports';

const KEPT = 10;

const schema = v.object({
  /** Name of the file's folder. */
  folder: v.string(),
  /** Id of that folder's workspace, since folders can share a name. Older backups have none. */
  workspace: v.optional(v.string()),
  text: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
});

/** The text of a file before the app made a change that lost part of it. */
export type Backup = Readonly<v.InferOutput<typeof schema>>;

interface BackupPlace {
  readonly folder: string;
  readonly workspace: string;
}

/** Resolves when the backup is stored. Keeps the newest ten per folder and file. */
export async function keepBackup(
  storage: Storage,
  file: string,
  backup: Backup & BackupPlace,
): Promise<void> {
  await storage.set(`backup/${file}/${backup.time}`, backup);
  const kept = await entriesOf(storage, file, backup);
  for (const [key] of kept.slice(0, -KEPT)) await storage.remove(key);
}

/** The readable backups of a folder's file, newest first. */
export async function backupsOf(
  storage: Storage,
  file: string,
  place: BackupPlace,
): Promise<readonly Backup[]> {
  return (await entriesOf(storage, file, place)).map(([, backup]) => backup).reverse();
}

/** Oldest first. */
async function entriesOf(storage: Storage, file: string, { folder, workspace }: BackupPlace) {
  const stored = await storage.entries(`backup/${file}/`);
  return stored
    .flatMap(([key, value]) => (v.is(schema, value) ? [[key, value] as const] : []))
    .filter(([, backup]) =>
      backup.workspace === undefined ? backup.folder === folder : backup.workspace === workspace,
    );
}
