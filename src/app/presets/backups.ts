import type { Storage } from '../ports';

const KEPT = 10;

/** A file's text from before the app changed it in a way that loses something. */
export interface Backup {
  /** The name of the folder it is from. */
  readonly folder: string;
  readonly text: string;
  /** ISO time. */
  readonly time: string;
}

/** Resolves when it is stored. Of each file the newest ten are kept, of whichever folder. */
export async function keepBackup(storage: Storage, file: string, backup: Backup): Promise<void> {
  const prefix = `backup/${file}/`;
  await storage.set(`${prefix}${backup.time}`, backup);
  const keys = (await storage.entries(prefix)).map(([key]) => key);
  for (const key of keys.slice(0, -KEPT)) await storage.remove(key);
}
