import * as v from 'valibot';
import type { Storage } from '../ports';

const KEPT = 10;

const schema = v.object({
  /** The name of the folder it is from. */
  folder: v.string(),
  text: v.string(),
  time: v.pipe(v.string(), v.isoTimestamp()),
});

/** A file's text from before the app changed it in a way that loses something. */
export type Backup = Readonly<v.InferOutput<typeof schema>>;

/** Resolves when it is stored. Of each file the newest ten are kept, of whichever folder. */
export async function keepBackup(storage: Storage, file: string, backup: Backup): Promise<void> {
  const prefix = `backup/${file}/`;
  await storage.set(`${prefix}${backup.time}`, backup);
  const keys = (await storage.entries(prefix)).map(([key]) => key);
  for (const key of keys.slice(0, -KEPT)) await storage.remove(key);
}

/** Those of a file in folders of this name, the newest first. What cannot be read is none. */
export async function backupsOf(storage: Storage, file: string, folder: string): Promise<readonly Backup[]> {
  const stored = await storage.entries(`backup/${file}/`);
  return stored
    .flatMap(([, value]) => (v.is(schema, value) ? [value] : []))
    .filter((backup) => backup.folder === folder)
    .reverse();
}
