/** Elixir: modules by the names that files declare. */
import type { RepoPath } from '../../files/repoPath';
import { impliedImports, type Resolver, type ResolverFamily } from './family';
import { addTo, nearest, type FolderTables } from './folder';

export const elixir: ResolverFamily = {
  languages: ['elixir'],
  read: (text, { symbols }) => {
    const declares = symbols.flatMap(({ kind, path }) =>
      kind === 'Module' || kind === 'Interface' ? [path.replaceAll(/#\d+/g, '')] : [],
    );
    // A nested module is visible by its last name.
    const own = new Set(declares.map((name) => name.slice(name.lastIndexOf('.') + 1)));
    const used = usedModules(text).filter((name) => name.includes('.') || !own.has(name));
    return { declares: [...new Set(declares)], imports: impliedImports(used) };
  },
  createResolver,
};

/** Finds modules called by name, which needs no import, with aliases expanded. */
function usedModules(text: string): readonly string[] {
  const code = text.replaceAll(NO_CODE, ' ');
  const aliases = new Map<string, string>();
  for (const [, name = '', members, short] of code.matchAll(ALIAS)) {
    const aliased = members?.match(/[A-Z][\w.]*/g)?.map((each) => `${name}.${each}`) ?? [name];
    for (const each of aliased) aliases.set(short ?? each.slice(each.lastIndexOf('.') + 1), each);
  }
  return [...code.matchAll(USED)].map(([name]) => {
    const [first = ''] = name.split('.', 1);
    return (aliases.get(first) ?? first) + name.slice(first.length);
  });
}

/** Characters such as `?"`, docs, strings, sigils, and comments. */
const NO_CODE =
  /\?\\?["'#]|"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|~[A-Za-z]([|/])(?:\\[^]?|(?!\1)[^\\])*(?:\1|$)|"(?:\\[^]?|[^"\\])*(?:"|$)|#[^{\n][^\n]*/g;
const ALIAS = /^[ \t]*alias[ \t]+([A-Z][\w.]*\w)(?:\.\{([^{}]{1,2000})\}|,[ \t]*as:[ \t]*(\w+))?/gm;
/** Matches names, but not the start of `A.{B, C}`. */
const USED = /(?<![\w.:@])[A-Z]\w*(?:\.[A-Z]\w*)*(?![\w]|\.[A-Z{])/g;

function createResolver(folder: FolderTables): Resolver {
  const modules = new Map<string, RepoPath[]>();
  for (const [path, { language, declares }] of folder.facts)
    if (language === 'elixir') for (const name of declares) addTo(modules, name, path);
  return (source, { path }) => {
    const file = nearest(path, modules.get(source) ?? []);
    return file === undefined ? undefined : [file];
  };
}
