/** Elixir: modules by the names that files declare. */
import type { RepoPath } from '../../files/repoPath';
import { impliedImports, type Resolver, type ResolverFamily } from './family';
import { addTo, nearest, type FolderTables } from './folder';

export const elixir: ResolverFamily = {
  languages: ['elixir'],
  read: (text, { symbols }) => ({
    declares: [
      ...new Set(
        symbols.flatMap(({ kind, path }) => (kind === 'Module' ? [path.replaceAll(/#\d+/g, '')] : [])),
      ),
    ],
    imports: impliedImports(usedModules(text)),
  }),
  createResolver,
};

/** Finds modules called by their full name, which needs no import. */
function usedModules(text: string): readonly string[] {
  const code = text.replaceAll(/"""[^]*?(?:"""|$)|#[^{\n][^\n]*/g, '');
  return [...code.matchAll(/(?<![\w.:@"])[A-Z]\w*(?:\.[A-Z]\w*)+/g)].map(([name]) => name);
}

function createResolver(folder: FolderTables): Resolver {
  const modules = new Map<string, RepoPath[]>();
  for (const [path, { language, declares }] of folder.facts)
    if (language === 'elixir') for (const name of declares) addTo(modules, name, path);
  return (source, { path }) => {
    const file = nearest(path, modules.get(source) ?? []);
    return file === undefined ? undefined : [file];
  };
}
