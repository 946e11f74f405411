import { MAX_EXCHANGE_SIZE } from '../../core/presets/size';

/** What somebody has given to the app, as it came. */
export interface Offered {
  /** Empty for what was pasted. */
  readonly fileName: string;
  readonly text: string;
}

/** As much of a file as tells that it is too large, where it is. */
export async function offeredFile(file: File): Promise<Offered> {
  return { fileName: file.name, text: await file.slice(0, MAX_EXCHANGE_SIZE + 1).text() };
}

/** Whether a file is to be imported where it is dropped, by its name. */
export function isImportable(name: string): boolean {
  return /\.(?:toml|json[c5]?)$|^\.?\w*ignore$/i.test(name);
}
