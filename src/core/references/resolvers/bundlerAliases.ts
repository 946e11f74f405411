/** The aliases that vite.config and svelte.config define. The configs are code, so only plain entries are read. */
import { folderOf, foldersUp, joinPath, nameOf, remembered, type FolderTables } from './folder';

/** Returns the path that a module name stands for by an alias; undefined if there is none. */
export type AliasFinder = (importing: string, source: string) => string | undefined;

export const BUNDLER_CONFIG = /^(?:[\w.-]+\.)?(?:vite|vitest|svelte|nuxt|astro)\.config\.[cm]?[jt]s$/;

interface Alias {
  readonly name: string;
  readonly target: string;
}

export function bundlerAliases(folder: FolderTables): AliasFinder {
  const byFolder = new Map<string, Alias[]>();
  for (const [path, text] of folder.manifests) {
    if (!BUNDLER_CONFIG.test(nameOf(path))) continue;
    const home = folderOf(path);
    byFolder.set(home, [...(byFolder.get(home) ?? []), ...aliasesIn(text, home)]);
  }
  const above = remembered((importing) =>
    foldersUp(importing)
      .flatMap((each) => byFolder.get(each) ?? [])
      .toSorted((a, b) => b.name.length - a.name.length),
  );
  return (importing, source) => {
    const alias = above(importing).find(({ name }) => source === name || source.startsWith(`${name}/`));
    return alias && joinPath(alias.target, source.slice(alias.name.length));
  };
}

/** Longer configs are generated. In UTF-16 units. */
const MAX_LENGTH = 100_000;

function aliasesIn(text: string, home: string): readonly Alias[] {
  const lists = text.slice(0, MAX_LENGTH).matchAll(LIST);
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(ENTRY)].flatMap(([, , quoted, bare, , found, value = '']) => {
      const name = (quoted ?? bare ?? found ?? '').replace(/\/\*?$/, '');
      const parts = [...value.matchAll(TEXT)].map(([, , part = '']) => part.replace(/\/\*?$/, ''));
      const target = parts.length === 0 ? undefined : joinPath(home, parts.join('/'));
      return name === '' || target === undefined ? [] : [{ name, target }];
    }),
  );
}

/** An object of names and targets, or a list of objects with both. */
const LIST = /\balias\s*:\s*(\{[^{}]{0,5000}\}|\[(?:[^[\]{}]|\{[^{}]{0,500}\}){0,500}\])/g;
const TEXT = /(['"`])([^'"`\n]{1,300})\1/g;
/** `'@': resolve('src')`, `$lib: 'src/lib'`, or `find: '@', replacement: 'src'`. */
const ENTRY =
  /(?:(['"`])([^'"`\n]{1,100})\1\s*:|(?<![\w$.])(?!(?:find|replacement)\b)([\w$]{1,100})\s*:|\bfind\s*:\s*(['"`])([^'"`\n]{1,100})\4\s*,\s*replacement\s*:)((?:[^,(){}]|\((?:[^()]|\([^()]*\)){0,300}\)){1,300})/g;
