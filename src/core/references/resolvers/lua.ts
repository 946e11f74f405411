/** Lua: modules by the names in rockspecs, or as paths below the folders of a load path that only the running program knows. */
import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { addTo, folderOf, foldersUp, nameOf, nearest, remembered, within, type FolderTables } from './folder';

export const lua: ResolverFamily = {
  languages: ['lua'],
  isManifest: (path) => path.endsWith('.rockspec'),
  read: laterModules,
  createResolver,
};

/** Reads the calls of `require` in functions and expressions, which facts leave out. */
function laterModules(text: string, { imports }: FileFacts): FurtherFacts {
  const known = new Set(imports.flatMap(({ sources }) => sources));
  const all = [...text.matchAll(CODE)].flatMap(([, , required]) => required ?? []);
  return {
    imports: [...new Set(all)].filter((each) => !known.has(each)).map((each) => ({ sources: [each] })),
  };
}

/**
 * Matches comments, long strings, calls of `require`, and strings, so that each is found only outside the others. The
 * text in `require("a" .. name)` is only the start of a name.
 */
const CODE =
  /(?:--)?\[(=*)\[[^]*?(?:\]\1\]|$)|--[^\n]*|(?<![\w.:])require\s{0,9}[(,]?\s{0,9}["']([^"'\n]{1,200})["'](?!\s*\.\.)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?/g;

function createResolver(folder: FolderTables): Resolver {
  const listed = listedModules(folder);
  const named = new Set([...listed.values()].flat());
  const anywhere = remembered((module: string): readonly RepoPath[] =>
    ENDS.map((end) => module + end).flatMap((name) =>
      folder.filesNamed(nameOf(name)).filter((path) => {
        if (path === name) return true;
        // An undotted name usually refers to a library.
        const isLikely = module.includes('/') || LOADED.test(path.slice(0, -name.length - 1));
        return isLikely && path.endsWith(`/${name}`);
      }),
    ),
  );
  return (source, { path }) => {
    const known = nearest(path, listed.get(source) ?? []);
    if (known !== undefined) return [known];
    const isPath = source.endsWith('.lua');
    const module = isPath ? source.slice(0, -'.lua'.length) : source.replaceAll('.', '/');
    const plain = module.replace(/^(?:\.{0,2}\/)+/, '');
    // An undotted name doesn't refer to a file that a rockspec lists under another name.
    const isPossible = (file: RepoPath | undefined): boolean =>
      file !== undefined && (isPath || plain.includes('/') || !named.has(file));
    for (const home of foldersUp(folderOf(path))) {
      if (!folder.hasStem(within(home, plain))) continue;
      const file = ENDS.map((end) => folder.file(within(home, plain) + end)).find(isPossible);
      if (file !== undefined) return [file];
    }
    const file = nearest(path, anywhere(plain).filter(isPossible));
    return file === undefined ? undefined : [file];
  };
}

const ENDS = ['.lua', '/init.lua', '.luau'];

/** Folders that are usually on the load path. */
const LOADED = /(?:^|\/)(?:lua|src|lib|share|scripts|tests?|spec)$/;

/** The files that rockspecs list, by module. Their paths start at the project, which may be above the rockspec. */
function listedModules(folder: FolderTables): ReadonlyMap<string, readonly RepoPath[]> {
  const modules = new Map<string, RepoPath[]>();
  for (const [path, text] of folder.manifests) {
    if (!path.endsWith('.rockspec')) continue;
    const homes = foldersUp(folderOf(path));
    const build = text.replaceAll(/--[^\n]*/g, '').replaceAll(SCRIPTS, '');
    for (const [, quoted, bare = '', target = ''] of build.matchAll(MODULE)) {
      const file = homes.map((home) => folder.file(within(home, target))).find((each) => each !== undefined);
      if (file !== undefined) addTo(modules, quoted ?? bare, file);
    }
  }
  return modules;
}

/** `bin = { a = "bin/a.lua" }`: programs to install, which no code requires. */
const SCRIPTS = /\bbin\s*=\s*\{[^}]*(?:\}|$)/g;

/** `["a.b"] = "a/b.lua"` and `a = "a.lua"`. */
const MODULE = /(?:\[\s*["']([\w.-]+)["']\s*\]|\b(\w+))\s*=\s*["'](?:\.\/)?([\w./-]+\.luau?)["']/g;
