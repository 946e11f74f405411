/** The module trees of crates, as their files declare them. */
import type { RepoPath } from '../../files/repoPath';
import {
  addTo,
  folderOf,
  foldersUp,
  joinPath,
  nameOf,
  nearest,
  remembered,
  stemOf,
  within,
  type FolderTables,
} from './folder';
import { entriesOf, objectOf, textAt, valueAt, type JsonObject } from './jsonManifest';
import { parseTomlManifest } from './tomlManifest';

/** A module of a crate. Inline modules have the file that contains them. */
export interface CrateModule {
  readonly file: RepoPath;
  readonly root: CrateModule;
  readonly parent: CrateModule | undefined;
  readonly children: Map<string, CrateModule>;
  /** The folder of its child modules' files. */
  readonly home: string;
}

export interface ModuleTrees {
  readonly moduleOf: (file: RepoPath) => CrateModule;
  /** The file that `mod a::b` or `mod a::b=path` in another file declares. */
  readonly childFile: (file: RepoPath, declared: string) => RepoPath | undefined;
  /** The root of a library by the name that a file uses. */
  readonly crateNamed: (file: RepoPath, name: string) => CrateModule | undefined;
}

export function moduleTrees(folder: FolderTables): ModuleTrees {
  const modules = new Map<string, CrateModule>();
  const packages = packagesIn(folder);
  for (const { roots } of packages.values()) for (const root of roots) addTree(folder, modules, root);
  const libraries = new Map<string, RepoPath[]>();
  for (const { library, names } of packages.values())
    if (library !== undefined) for (const name of names) addTo(libraries, name, library);
  const packageAbove = remembered((home): CargoPackage | undefined =>
    foldersUp(home)
      .map((each) => packages.get(each))
      .find(Boolean),
  );
  const packageOf = (file: RepoPath): CargoPackage | undefined => packageAbove(folderOf(file));
  const moduleOf = (file: RepoPath): CrateModule => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    // No file declares it; a macro might.
    const crate = packageOf(file)?.library;
    const module = strayModule(file, crate === undefined ? undefined : modules.get(crate), modules);
    modules.set(file, module);
    return module;
  };
  return {
    moduleOf,
    childFile: (file, declared) => declaredFile(folder, moduleOf(file), declared)?.file,
    crateNamed: (file, name) => {
      const written = packageOf(file)?.renamed.get(name) ?? name;
      const library = nearest(file, libraries.get(written) ?? []);
      return library === undefined ? undefined : moduleOf(library);
    },
  };
}

function strayModule(
  file: RepoPath,
  crate: CrateModule | undefined,
  modules: ReadonlyMap<string, CrateModule>,
): CrateModule {
  const home = homeOf(file);
  const above = folderOf(home);
  const parent = [`${above}/mod.rs`, `${above}.rs`, within(above, 'lib.rs'), within(above, 'main.rs')]
    .filter((path) => path !== file)
    .map((path) => modules.get(path))
    .find(Boolean);
  return newModule(file, home, parent ?? crate);
}

function newModule(file: RepoPath, home: string, parent: CrateModule | undefined): CrateModule {
  const module: CrateModule = {
    ...{ file, home, parent, children: new Map() },
    get root() {
      return parent?.root ?? module;
    },
  };
  return module;
}

/** The folder of a file's modules: next to `mod.rs` or a crate's root, else a folder of the file's name. */
function homeOf(file: string): string {
  return /^(?:mod|lib|main)\.rs$/.test(nameOf(file)) ? folderOf(file) : stemOf(file);
}

/** Adds a crate's root and all modules declared from there. Files stay in the first crate that declares them. */
function addTree(folder: FolderTables, modules: Map<string, CrateModule>, root: RepoPath): void {
  if (modules.has(root)) return;
  const added = [newModule(root, folderOf(root), undefined)];
  modules.set(root, added[0] as CrateModule); // There is one.
  for (let module = added.pop(); module !== undefined; module = added.pop()) {
    for (const { sources } of folder.facts.get(module.file)?.imports ?? []) {
      for (const source of sources) {
        if (!source.startsWith('mod ')) continue;
        const found = declaredFile(folder, module, source.slice('mod '.length));
        if (found === undefined) continue;
        const { file, home, parent, name } = found;
        const child = modules.get(file) ?? newModule(file, home, parent);
        parent.children.set(name, child);
        if (modules.has(file)) continue;
        modules.set(file, child);
        added.push(child);
      }
    }
  }
}

/** Returns an inline module, created on demand. */
export function innerModule(parent: CrateModule, name: string): CrateModule {
  const inner = parent.children.get(name) ?? newModule(parent.file, within(parent.home, name), parent);
  parent.children.set(name, inner);
  return inner;
}

interface DeclaredModule {
  readonly file: RepoPath;
  readonly home: string;
  readonly parent: CrateModule;
  readonly name: string;
}

/** Creates the inline modules around the declared one. */
function declaredFile(folder: FolderTables, from: CrateModule, declared: string): DeclaredModule | undefined {
  const [names = '', written] = declared.split('=', 2);
  const path = names.split('::');
  const name = path.pop() ?? '';
  let parent = from;
  for (const each of path) parent = innerModule(parent, each);
  if (written !== undefined) {
    const target = joinPath(path.length > 0 ? parent.home : folderOf(from.file), written);
    const file = target === undefined ? undefined : folder.file(target);
    return file && { file, home: folderOf(file), parent, name };
  }
  const base = within(parent.home, name);
  const file = folder.file(`${base}.rs`) ?? folder.file(`${base}/mod.rs`);
  return file && { file, home: base, parent, name };
}

interface CargoPackage {
  readonly library: RepoPath | undefined;
  /** The names by which other packages import the library. */
  readonly names: readonly string[];
  /** The library first. */
  readonly roots: readonly RepoPath[];
  /** Crates by the names that this package gives them. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Packages by folder. Without any manifest, the root is one. */
function packagesIn(folder: FolderTables): ReadonlyMap<string, CargoPackage> {
  const packages = new Map<string, CargoPackage>();
  for (const [path, text] of folder.manifests) {
    if (nameOf(path) !== 'Cargo.toml') continue;
    const manifest = parseTomlManifest(text);
    if (valueAt(manifest, 'package') !== undefined)
      packages.set(folderOf(path), packageAt(folder, folderOf(path), manifest));
  }
  if (packages.size === 0) packages.set('', packageAt(folder, '', undefined));
  return packages;
}

function packageAt(folder: FolderTables, home: string, manifest: JsonObject | undefined): CargoPackage {
  const fileAt = (path: string | undefined): RepoPath | undefined => {
    const target = path === undefined ? undefined : joinPath(home, path);
    return target === undefined ? undefined : folder.file(target);
  };
  const library = fileAt(textAt(manifest, 'lib', 'path') ?? 'src/lib.rs');
  const written = ['bin', 'test', 'example', 'bench'].flatMap((kind) => {
    const targets = valueAt(manifest, kind);
    return Array.isArray(targets)
      ? targets.flatMap((target) => fileAt(textAt(objectOf(target), 'path')) ?? [])
      : [];
  });
  const usual = ['src/bin', 'tests', 'examples', 'benches'].flatMap((name) => {
    const at = within(home, name);
    return folder.filesIn(at).filter((path) => path.endsWith('.rs'));
  });
  const mains = folder
    .filesNamed('main.rs')
    .filter((path) => MAIN.test(path.slice(home === '' ? 0 : home.length + 1)) && path.startsWith(home));
  const names = [textAt(manifest, 'lib', 'name'), textAt(manifest, 'package', 'name')];
  return {
    library,
    names: [...new Set(names.flatMap((name) => name?.replaceAll('-', '_') ?? []))],
    roots: [library, fileAt('src/main.rs'), fileAt('build.rs'), ...written, ...usual, ...mains].flatMap(
      (each) => each ?? [],
    ),
    renamed: renamedCrates(manifest),
  };
}

/** Matches the root of a program in its own folder, such as `tests/ui/main.rs`. */
const MAIN = /^(?:src\/bin|tests|examples|benches)\/[^/]+\/main\.rs$/;

/** Reads renamed dependencies such as `b = { package = "a" }`. */
function renamedCrates(manifest: JsonObject | undefined): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const table of ['dependencies', 'dev-dependencies', 'build-dependencies'])
    for (const [name, entry] of entriesOf(valueAt(manifest, table))) {
      const original = textAt(objectOf(entry), 'package');
      if (original !== undefined) renamed.set(name.replaceAll('-', '_'), original.replaceAll('-', '_'));
    }
  return renamed;
}
