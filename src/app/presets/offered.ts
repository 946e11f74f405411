import { MAX_IMPORT_SIZE } from '../../core/presets/size';

/** A dropped, pasted, or linked text before import. */
export interface Offered {
  /** Empty for pasted text. */
  readonly fileName: string;
  readonly text: string;
}

/** Reads a file, but of one that is too large only enough to tell so. */
export async function offeredFile(file: File): Promise<Offered> {
  return { fileName: file.name, text: await file.slice(0, MAX_IMPORT_SIZE + 1).text() };
}

/** Whether a dropped file is an import, by its name. */
export function isImportable(name: string): boolean {
  return /\.(?:toml|json[c5]?)$|^\.?\w*ignore$/i.test(name);
}
