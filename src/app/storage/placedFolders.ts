interface Folder {
  readonly id: string;
  readonly name: string;
}

/** What a file with everything holds. */
interface FileParts {
  readonly folders: readonly Folder[];
  readonly values: readonly (readonly [key: string, value: unknown])[];
}

/**
 * A file's folders and values with the ids that they have in this browser. A folder of a name that one has in the file and one
 * here is taken for that one, where `isWanted` by its id here. Which folder another one is, only opening it tells.
 */
export function placedFolders(
  { folders, values }: FileParts,
  known: readonly Folder[],
  isWanted: (id: string) => boolean,
): FileParts {
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
  };
}

/** Undefined for a name that several have. */
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

/** A backup says in itself which workspace it is of. */
function placedValue(key: string, value: unknown, idHere: ReadonlyMap<string, string>): unknown {
  if (!key.startsWith('backup/') || typeof value !== 'object' || value === null) return value;
  const here = 'workspace' in value && typeof value.workspace === 'string' && idHere.get(value.workspace);
  return typeof here === 'string' ? { ...value, workspace: here } : value;
}
