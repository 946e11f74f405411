import * as v from 'valibot';
import type { Storage } from '../ports';

const KEPT = 10;

const schema = v.object({
  /** The name of the folder it is from. */
  folder: v.string(),
  /** Id of that folder's workspace, as other folders may be of the same name. Older ones have none. */
  workspace: v.optional(v.string()),
  text: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
});

/** A file's text from before the app changed it in a way that loses something. */
export type Backup = Readonly<v.InferOutput<typeof schema>>;

interface BackupPlace {
  readonly folder: string;
  readonly workspace: string;
}

/** Resolves when it is stored. Of each folder's file the newest ten are kept. */
export async function keepBackup(
  storage: Storage,
  file: string,
  backup: Backup & BackupPlace,
): Promise<void> {
  await storage.set(`backup/${file}/${backup.time}`, backup);
  const kept = await entriesOf(storage, file, backup);
  for (const [key] of kept.slice(0, -KEPT)) await storage.remove(key);
}

/** Those of a folder's file, the newest first. What cannot be read is none. */
export async function backupsOf(
  storage: Storage,
  file: string,
  place: BackupPlace,
): Promise<readonly Backup[]> {
  return (await entriesOf(storage, file, place)).map(([, backup]) => backup).reverse();
}

/** The oldest first. */
async function entriesOf(storage: Storage, file: string, { folder, workspace }: BackupPlace) {
  const stored = await storage.entries(`backup/${file}/`);
  return stored
    .flatMap(([key, value]) => (v.is(schema, value) ? [[key, value] as const] : []))
    .filter(([, backup]) =>
      backup.workspace === undefined ? backup.folder === folder : backup.workspace === workspace,
    );
}
