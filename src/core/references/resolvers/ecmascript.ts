/** JavaScript, TypeScript, and components: relative paths, tsconfig paths, package.json imports, and packages of the folder. */
import type { FileFacts } from '../../facts/fileFacts';
import { MAX_USES, usesOf, type FileReferences } from '../../facts/references';
import type { RepoPath } from '../../files/repoPath';
import { ecmascriptFiles, type FileFinder } from './ecmascriptFiles';
import { ecmascriptPackages } from './ecmascriptPackages';
import { BUNDLER_CONFIG, bundlerAliases, type AliasFinder } from './bundlerAliases';
import { globFinder, namedPaths } from './ecmascriptPaths';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import {
  addTo,
  folderOf,
  foldersUp,
  joinPath,
  nameOf,
  nearest,
  remembered,
  within,
  type FolderTables,
} from './folder';
import { styleFile } from './styles';
import { tsconfigPaths } from './tsconfigPaths';

export const ecmascript: ResolverFamily = {
  languages: ['javascript', 'jsx', 'typescript', 'tsx', 'vue', 'svelte', 'astro', 'mdx', 'coffeescript'],
  alsoReads: ['html'],
  isManifest: (path) =>
    (MANIFEST.test(path) || BUNDLER_CONFIG.test(nameOf(path))) && !path.includes('node_modules/'),
  read: lateImports,
  createResolver,
};

/** Matches configs that others extend, which can have any name in a folder for configs. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|[tj]sconfig(?:[.-][^/]*)?\.json)$|(?:^|\/)(?:tsconfig|typescript-config|ts-config)s?\/[^/]+\.json$/;

/** Finds `import('a')` and `require('a')` in code, imports in JSDoc, and modules declared or extended. */
function lateImports(text: string, { imports, references }: FileFacts): FurtherFacts {
  const known = new Set(imports.flatMap(({ sources }) => sources));
  const declared = [...text.matchAll(DECLARED)].map(sourceIn);
  // A file that is a module extends others; any other file declares them.
  const isModule = MODULE.test(text);
  const sources = [
    ...calledModules(text, references),
    ...[...text.matchAll(DOC)].map(sourceIn),
    ...(isModule ? declared : []),
  ];
  return {
    imports: [
      ...[...new Set(sources)].filter((each) => !known.has(each)).map((each) => ({ sources: [each] })),
      ...namedPaths(text),
    ],
    declares: isModule ? [] : declared,
  };
}

/** Strings of generated code call `require`, too, but only calls in code are references. */
function calledModules(text: string, references: FileReferences): readonly string[] {
  const calls = [...text.matchAll(LATE)];
  if (!calls.some(([call]) => call.startsWith('require'))) return calls.map(sourceIn);
  const lines = usesOf(references).find(({ name }) => name === 'require')?.lines ?? [];
  const used = new Set(lines);
  let line = 1;
  let at = 0;
  return calls
    .filter(({ 0: call, index }) => {
      for (; at < index; at += 1) if (text[at] === '\n') line += 1;
      return !/^require\b/.test(call) || lines.length >= MAX_USES || used.has(line);
    })
    .map(sourceIn);
}

const LATE =
  /\b(?:import|require(?:\.resolve)?|(?:import|require)Actual)(?:<[^<>()\n]{0,80}>)?\(\s*(?:\/\*[^*\n]{0,200}\*\/\s*)?(['"`])([^'"`\s$]{1,300})\1/g;

/** Matches the JSDoc tag `@import { A } from 'a'`. */
const DOC = /@import\s[\w$\s{},*]{1,500}?\sfrom\s+(['"])([^'"\s]{1,300})\1/g;

/** Matches `declare module 'a' {`. */
const DECLARED = /^declare\s+module\s+(['"])([^'"\s*]{1,300})\1/gm;
const MODULE = /^(?:import|export)\b/m;

function sourceIn([, , source = '']: readonly string[]): string {
  return source;
}

function createResolver(folder: FolderTables): Resolver {
  const finder = ecmascriptFiles(folder);
  const packages = ecmascriptPackages(folder, finder);
  const configs = tsconfigPaths(folder);
  const declared = declaredModules(folder);
  const aliases = bundlerAliases(folder);
  const maps = importMaps(folder);
  const globbed = globFinder(folder, (importing) => packageFolders(folder, importing));
  const bare = remembered((key: string) => {
    const [importing = '', source = ''] = key.split('\0');
    return findBare(folder, finder, { packages, configs, declared, aliases, maps }, importing, source);
  });
  return (written, { path }) => {
    const matching = globbed(path, written);
    if (matching !== undefined) return matching;
    const source = written.replace(/^[\w-]+!|\?.*$/g, '');
    const importing = folderOf(path);
    if (source.startsWith('.')) {
      const target = joinPath(importing, source);
      const file = target === undefined ? undefined : finder(target, path);
      // The styles of a component import partials.
      return listed(file ?? styleFile(folder, importing, source));
    }
    if (source.startsWith('/')) return listed(findFromRoot(folder, finder, importing, source));
    return bare(`${importing}\0${source}`);
  };
}

function listed(file: RepoPath | undefined): readonly RepoPath[] {
  return file === undefined ? [] : [file];
}

interface Tables {
  readonly packages: ReturnType<typeof ecmascriptPackages>;
  readonly configs: ReturnType<typeof tsconfigPaths>;
  readonly declared: ReadonlyMap<string, readonly RepoPath[]>;
  readonly aliases: AliasFinder;
  readonly maps: ReadonlyMap<string, readonly RepoPath[]>;
}

function findBare(
  folder: FolderTables,
  finder: FileFinder,
  { packages, configs, declared, aliases, maps }: Tables,
  importing: string,
  source: string,
): readonly RepoPath[] | undefined {
  if (/^(?:node|data|https?|bun|virtual|\0)/.test(source) && source.includes(':')) return undefined;
  const { own, above } = configs(importing, source);
  const mapped = firstFile(finder, importing, own);
  if (mapped !== undefined) return [mapped];
  const alias = aliases(importing, source);
  const named = alias === undefined ? undefined : finder(alias, importing);
  if (named !== undefined) return [named];
  const found = source.startsWith('#')
    ? packages.findPrivate(importing, source)
    : packages.find(importing, source);
  if (found !== undefined && found.length > 0) return found;
  const file =
    firstFile(finder, importing, above) ??
    findAlias(folder, finder, importing, source) ??
    nearest(`${importing}/`, declared.get(source) ?? maps.get(source) ?? []);
  return file === undefined ? found : [file];
}

/** The files with `declare module 'a'`, by name. */
function declaredModules({ facts }: FolderTables): ReadonlyMap<string, readonly RepoPath[]> {
  const modules = new Map<string, RepoPath[]>();
  for (const [path, { language, declares }] of facts)
    if (ecmascript.languages.includes(language)) for (const name of declares) addTo(modules, name, path);
  return modules;
}

/** The files that the import maps of pages name. */
function importMaps(folder: FolderTables): ReadonlyMap<string, readonly RepoPath[]> {
  const named = new Map<string, RepoPath[]>();
  for (const [path, { language, declares }] of folder.facts) {
    if (language !== 'html') continue;
    for (const entry of declares) {
      const [name = '', target = ''] = entry.split('\0');
      const home = target.startsWith('/') ? '' : folderOf(path);
      const file = folder.file(joinPath(home, target.replace(/^\/+/, '')) ?? '');
      if (file !== undefined) addTo(named, name, file);
    }
  }
  return named;
}

function firstFile(
  finder: FileFinder,
  importing: string,
  candidates: readonly string[],
): RepoPath | undefined {
  for (const candidate of candidates) {
    const file = finder(candidate, importing);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Resolves Vite's absolute paths, from the folder of a package or its public files. */
function findFromRoot(
  folder: FolderTables,
  finder: FileFinder,
  importing: string,
  source: string,
): RepoPath | undefined {
  for (const root of packageFolders(folder, importing)) {
    const target = joinPath(root, source.slice(1));
    const file =
      target === undefined
        ? undefined
        : (finder(target, importing) ?? finder(within(root, `public/${source.slice(1)}`), importing));
    if (file !== undefined) return file;
  }
  return undefined;
}

/**
 * Resolves aliases that bundlers define without a tsconfig: `@/a` and `~/a` are in src or in the package, `$lib` is
 * SvelteKit's.
 */
function findAlias(
  folder: FolderTables,
  finder: FileFinder,
  importing: string,
  source: string,
): RepoPath | undefined {
  const [, sign, rest = ''] = /^(@|~|\$lib)(?:\/(.*))?$/.exec(source) ?? [];
  if (sign === undefined) return undefined;
  const bases = sign === '$lib' ? ['src/lib'] : ['src', '', 'app'];
  for (const root of packageFolders(folder, importing)) {
    for (const base of bases) {
      const target = joinPath(within(root, base), rest);
      const file = target === undefined ? undefined : finder(target, importing);
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

/** The enclosing folders with a package.json, innermost first; at least the root. */
function packageFolders(folder: FolderTables, importing: string): readonly string[] {
  return foldersUp(importing).filter(
    (each) => each === '' || folder.file(within(each, 'package.json')) !== undefined,
  );
}
