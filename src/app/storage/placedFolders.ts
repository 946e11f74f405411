interface Folder {
  readonly id: string;
  readonly name: string;
}

/** The contents of a backup file. */
interface FileParts<Attached> {
  readonly folders: readonly Folder[];
  readonly values: readonly (readonly [key: string, value: unknown])[];
  readonly attachments: readonly Attached[];
}

/**
 * A backup's folders, values, and attachments with the ids of this browser. Folders with the same name are taken for the same folder if
 * the name is unique on both sides and `isWanted` accepts the id here. Other folders are identified when they are opened.
 */
export function placedFolders<Attached extends { readonly folder: string }>(
  { folders, values, attachments }: FileParts<Attached>,
  known: readonly Folder[],
  isWanted: (id: string) => boolean,
): FileParts<Attached> {
  const [there, here] = [folderByName(folders), folderByName(known)];
  const ids = new Set(known.map(({ id }) => id));
  const idHere = new Map<string, string>();
  for (const [name, folder] of there) {
    const same = here.get(name);
    if (folder && same && !ids.has(folder.id) && isWanted(same.id)) idHere.set(folder.id, same.id);
  }
  return {
    folders: folders.map(({ id, name }) => ({ id: idHere.get(id) ?? id, name })),
    values: values.map(([key, value]) => [placedKey(key, idHere), placedValue(key, value, idHere)] as const),
    attachments: attachments.map((each) => ({ ...each, folder: idHere.get(each.folder) ?? each.folder })),
  };
}

/** Maps a name to undefined if several folders share it. */
function folderByName(folders: readonly Folder[]): ReadonlyMap<string, Folder | undefined> {
  const found = new Map<string, Folder | undefined>();
  for (const folder of folders) found.set(folder.name, found.has(folder.name) ? undefined : folder);
  return found;
}

function placedKey(key: string, idHere: ReadonlyMap<string, string>): string {
  const [kind, id = '', ...parts] = key.split('/');
  const here = idHere.get(id);
  return kind === 'workspace' && here !== undefined ? [kind, here, ...parts].join('/') : key;
}

/** Backups of project files also name their workspace in the value. */
function placedValue(key: string, value: unknown, idHere: ReadonlyMap<string, string>): unknown {
  if (!key.startsWith('backup/') || typeof value !== 'object' || value === null) return value;
  const here = 'workspace' in value && typeof value.workspace === 'string' && idHere.get(value.workspace);
  return typeof here === 'string' ? { ...value, workspace: here } : value;
}
