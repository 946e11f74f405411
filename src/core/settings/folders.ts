import * as v from 'valibot';
import { parseRepoPath } from '../files/repoPath';
import { VIEW_MODES, type ViewMode } from '../items/fileItem';
import { isSafeKey } from '../outside/plainTree';
import { isSameMap } from './storedTexts';
import { listed, type ValueKind } from './valueKind';

type FolderModes = ReadonlyMap<string, ViewMode>;

const paths = v.pipe(
  v.array(v.string()),
  v.transform((texts): ReadonlySet<string> => new Set(texts)),
);

const entry = v.object({ folder: v.string(), mode: v.picklist(VIEW_MODES) });

/** Modes by the folder's path. Files hold a table or, for paths that are not allowed as keys, a list. */
export const modesByFolder: ValueKind<FolderModes> = {
  default: new Map(),
  inFiles: v.lazy((input) =>
    Array.isArray(input)
      ? v.pipe(
          v.array(entry),
          v.transform((entries): FolderModes => new Map(entries.map(({ folder, mode }) => [folder, mode]))),
        )
      : v.pipe(
          v.record(v.string(), v.picklist(VIEW_MODES)),
          v.transform((table): FolderModes => new Map(Object.entries(table))),
        ),
  ),
  inStore: v.fallback(
    v.pipe(
      v.array(v.tuple([v.string(), v.picklist(VIEW_MODES)])),
      v.transform((entries): FolderModes => new Map(entries)),
    ),
    () => new Map(),
  ),
  toFile: (modes) =>
    [...modes.keys()].every(isSafeKey)
      ? Object.fromEntries(modes)
      : Array.from(modes, ([folder, mode]) => ({ folder, mode })),
  toStore: (modes) => [...modes],
  isSame: isSameMap,
  toWords: (modes) => listed(Array.from(modes, ([folder, mode]) => `${folder}: ${mode}`).sort()),
  accept(modes) {
    const { accepted, refused } = acceptedPaths(modes.keys());
    return { value: new Map(accepted.map(([path, own]) => [path, modes.get(own) as ViewMode])), refused }; // each is a key
  },
};

/** Folders by their paths. Most presets name none, and do not say so. */
export const folders: ValueKind<ReadonlySet<string>> = {
  default: new Set(),
  inFiles: paths,
  inStore: v.fallback(paths, () => new Set()),
  toFile: (own) => (own.size === 0 ? undefined : [...own]),
  toStore: (own) => [...own],
  isSame: (one, other) => one.size === other.size && [...one].every((path) => other.has(path)),
  toWords: (own) => listed([...own].sort()),
  accept(own) {
    const { accepted, refused } = acceptedPaths(own);
    return { value: new Set(accepted.map(([path]) => path)), refused };
  },
};

/** The paths that stay in the workspace, each with the text it is from. */
function acceptedPaths(texts: Iterable<string>) {
  const accepted: (readonly [path: string, text: string])[] = [];
  const refused: string[] = [];
  for (const text of texts) {
    const parsed = parseRepoPath(text);
    if (parsed.kind === 'path') accepted.push([parsed.path, text]);
    else refused.push(`${JSON.stringify(text)} ${parsed.reason}`);
  }
  return { accepted, refused };
}
