/** Rust: modules of the same crate, and crates of the folder by name. */
import type { RepoPath } from '../../files/repoPath';
import type { ImportingFile, Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, joinPath, nameOf, within, type FolderTables } from './folder';
import { innerModule, moduleTrees, type CrateModule, type ModuleTrees } from './rustModules';
import { INCLUDE, rustStatements } from './rustStatements';

export const rust: ResolverFamily = {
  languages: ['rust'],
  isManifest: (path) => nameOf(path) === 'Cargo.toml',
  read: rustStatements,
  followsImports: true,
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  const trees = moduleTrees(folder);
  return (source, from, { scope = '' }) => {
    if (source.startsWith(INCLUDE)) return listed(includedFile(folder, from.path, source));
    if (source.startsWith('mod ')) return listed(trees.childFile(from.path, source.slice('mod '.length)));
    const segments = source
      .replaceAll(/\s|r#/g, '')
      .split('::')
      .filter((segment) => segment !== '*');
    const start = startOf(trees, from, segments, scope === '' ? [] : scope.split('::'));
    return start === undefined ? undefined : listed(follow(start.module, segments.slice(start.used)).file);
  };
}

/** `include /a` begins at the package, as `CARGO_MANIFEST_DIR` does. */
function includedFile(folder: FolderTables, path: RepoPath, source: string): RepoPath | undefined {
  const written = source.slice(INCLUDE.length);
  const home = folderOf(path);
  const root = written.startsWith('/')
    ? foldersUp(home).find((each) => folder.file(within(each, 'Cargo.toml')) !== undefined)
    : home;
  const target = root === undefined ? undefined : joinPath(root, written);
  return target === undefined ? undefined : folder.file(target);
}

function listed(file: RepoPath | undefined): readonly RepoPath[] {
  return file === undefined ? [] : [file];
}

interface Start {
  readonly module: CrateModule;
  /** The number of segments that the path to it takes. */
  readonly used: number;
}

/** The module in which a path starts; undefined for a crate outside the folder. */
function startOf(
  trees: ModuleTrees,
  { path }: ImportingFile,
  segments: readonly string[],
  scope: readonly string[],
): Start | undefined {
  const file = trees.moduleOf(path);
  let module = scope.reduce(innerModule, file);
  const [first = ''] = segments;
  if (first === 'crate' || first === '$crate') return { module: file.root, used: 1 };
  let used = first === 'self' ? 1 : 0;
  for (; segments[used] === 'super'; used += 1) module = module.parent ?? module;
  if (used > 0) return { module, used };
  if (first === '') return crateStart(trees, path, segments[1] ?? '', 2);
  if (module.children.has(first)) return { module, used: 0 };
  const named = crateStart(trees, path, first, 1);
  if (named !== undefined) return named;
  // In the 2015 edition, paths start at the crate. Types of this file can be used by name.
  if (file.root.children.has(first)) return { module: file.root, used: 0 };
  return /^[A-Z]/.test(first) ? { module, used: 0 } : undefined;
}

function crateStart(trees: ModuleTrees, path: RepoPath, name: string, used: number): Start | undefined {
  const module = trees.crateNamed(path, name);
  return module === undefined ? undefined : { module, used };
}

/** The innermost module on a path; the rest names its items. */
function follow(module: CrateModule, segments: readonly string[]): CrateModule {
  let at = module;
  for (const segment of segments) {
    const next = at.children.get(segment);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}
