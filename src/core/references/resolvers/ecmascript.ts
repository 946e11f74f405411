/** JavaScript, TypeScript, and components: relative paths, tsconfig paths, package.json imports, and packages of the folder. */
import type { RepoPath } from '../../files/repoPath';
import { ecmascriptFiles, type FileFinder } from './ecmascriptFiles';
import { ecmascriptPackages } from './ecmascriptPackages';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, joinPath, remembered, within, type FolderTables } from './folder';
import { styleFile } from './styles';
import { tsconfigPaths } from './tsconfigPaths';

export const ecmascript: ResolverFamily = {
  languages: ['javascript', 'jsx', 'typescript', 'tsx', 'vue', 'svelte', 'astro', 'mdx', 'coffeescript'],
  isManifest: (path) => MANIFEST.test(path) && !path.includes('node_modules/'),
  read: lateImports,
  createResolver,
};

/** Matches configs that others extend, which can have any name in a folder for configs. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|[tj]sconfig(?:[.-][^/]*)?\.json)$|(?:^|\/)(?:tsconfig|typescript-config|ts-config)s?\/[^/]+\.json$/;

/** Matches `import('a')` and `require('a')` anywhere in code. */
function lateImports(
  text: string,
  facts: { readonly imports: readonly { readonly sources: readonly string[] }[] },
): FurtherFacts {
  const known = new Set(facts.imports.flatMap(({ sources }) => sources));
  const sources = new Set<string>();
  for (const [, , source = ''] of text.matchAll(LATE)) if (!known.has(source)) sources.add(source);
  return { imports: [...sources].map((source) => ({ sources: [source] })) };
}

const LATE =
  /\b(?:import|require(?:\.resolve)?|(?:import|require)Actual)(?:<[^<>()\n]{0,80}>)?\(\s*(?:\/\*[^*\n]{0,200}\*\/\s*)?(['"`])([^'"`\s$]{1,300})\1/g;

function createResolver(folder: FolderTables): Resolver {
  const finder = ecmascriptFiles(folder);
  const packages = ecmascriptPackages(folder, finder);
  const configs = tsconfigPaths(folder);
  const bare = remembered((key: string) => {
    const [importing = '', source = ''] = key.split('\0');
    return findBare(folder, finder, { packages, configs }, importing, source);
  });
  return (written, { path }) => {
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
}

function findBare(
  folder: FolderTables,
  finder: FileFinder,
  { packages, configs }: Tables,
  importing: string,
  source: string,
): readonly RepoPath[] | undefined {
  if (/^(?:node|data|https?|bun|virtual|\0)/.test(source) && source.includes(':')) return undefined;
  for (const candidate of configs(importing, source)) {
    const file = finder(candidate, importing);
    if (file !== undefined) return [file];
  }
  const found = source.startsWith('#')
    ? packages.findPrivate(importing, source)
    : packages.find(importing, source);
  if (found !== undefined) return found;
  const alias = findAlias(folder, finder, importing, source);
  return alias === undefined ? undefined : [alias];
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
