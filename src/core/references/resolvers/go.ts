/** Go: an import names the folder of a package, below the path of a module. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, isWithin, joinPath, nameOf, remembered, within, type FolderTables } from './folder';

export const go: ResolverFamily = {
  languages: ['go'],
  read: (text) => ({ declares: /^package[ \t]+(\w+)/m.exec(text)?.slice(1, 2) ?? [] }),
  isManifest: (path) => nameOf(path) === 'go.mod',
  createResolver,
};

interface GoModule {
  readonly path: string;
  readonly folder: string;
}

/** The import refers to all files of the package but its tests. */
function createResolver(folder: FolderTables): Resolver {
  const modules = [...folder.manifests].flatMap(([path, text]) =>
    nameOf(path) === 'go.mod' ? modulesIn(folderOf(path), text) : [],
  );
  // The longest path wins: modules can lie in others.
  modules.sort((a, b) => b.path.length - a.path.length);
  const packageFiles = remembered((home) => filesOfPackage(folder, home));
  const find = remembered((source): readonly RepoPath[] | undefined => {
    let isHere = false;
    for (const module of modules) {
      if (!isWithin(source, module.path)) continue;
      isHere = true;
      const rest = source.slice(module.path.length + 1);
      const files = packageFiles(within(module.folder, rest));
      if (files.length > 0) return files;
    }
    const vendored = packageFiles(`vendor/${source}`);
    if (vendored.length > 0) return vendored;
    return isHere ? [] : undefined;
  });
  return (source, { path }) => {
    if (!source.startsWith('.')) return find(source);
    const target = joinPath(folderOf(path), source);
    return target === undefined ? [] : packageFiles(target);
  };
}

/** The Go files of a folder, without tests and without programs next to the package. */
function filesOfPackage(folder: FolderTables, home: string): readonly RepoPath[] {
  const files = folder.filesIn(home).filter((path) => /(?<!_test)\.go$/.test(path));
  const isProgram = (path: RepoPath): boolean => folder.facts.get(path)?.declares[0] === 'main';
  return files.every(isProgram) ? files : files.filter((path) => !isProgram(path));
}

/** The module of a go.mod, and modules that it replaces with folders. */
function modulesIn(folder: string, text: string): readonly GoModule[] {
  const [, name] = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text) ?? [];
  const replaced = [...text.matchAll(REPLACED)].flatMap(([, path = '', target = '']) => {
    const home = joinPath(folder, target);
    return home === undefined ? [] : [{ path, folder: home }];
  });
  return [...(name === undefined ? [] : [{ path: name, folder }]), ...replaced];
}

/** Matches `replace a/b v1.2.3 => ../b`, alone or in a block. */
const REPLACED =
  /^[ \t]*(?:replace[ \t]+)?"?([^\s"()=]+)"?(?:[ \t]+v[^\s=]+)?[ \t]+=>[ \t]+"?(\.{1,2}(?:\/[^\s"]*)?)"?[ \t\r]*(?:\/\/.*)?$/gm;
