/** Haskell: modules by the names that files declare. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { addTo, nearest, type FolderTables } from './folder';

export const haskell: ResolverFamily = {
  languages: ['haskell', 'purescript', 'idris'],
  read: (text) => {
    const code = text.replaceAll(/--[^\n]*|\{-[^]*?(?:-\}|$)/g, ''); // Documentation has examples of modules.
    const [, name] = MODULE.exec(code) ?? LITERATE_MODULE.exec(code) ?? [];
    return { declares: name === undefined ? [] : [name] };
  },
  createResolver,
};

const MODULE = /^module[ \t\n]+([A-Z][\w.']*)/m;
const LITERATE_MODULE = /^>[ \t]*module[ \t\n]+([A-Z][\w.']*)/m;

function createResolver(folder: FolderTables): Resolver {
  const modules = new Map<string, RepoPath[]>();
  for (const [path, { language, declares }] of folder.facts)
    if (haskell.languages.includes(language)) for (const name of declares) addTo(modules, name, path);
  return (source, { path }) => {
    const file = nearest(path, modules.get(source) ?? []);
    return file === undefined ? undefined : [file];
  };
}
