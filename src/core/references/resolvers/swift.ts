/** Swift: an import names a module, which is a folder of sources. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import {
  addTo,
  folderOf,
  foldersUp,
  isWithin,
  joinPath,
  nameOf,
  nearest,
  remembered,
  within,
  type FolderTables,
} from './folder';

export const swift: ResolverFamily = {
  languages: ['swift'],
  isManifest: (path) => nameOf(path) === 'Package.swift',
  createResolver,
};

interface Target {
  readonly name: string;
  readonly folder: string;
}

function createResolver(folder: FolderTables): Resolver {
  const targets = [...folder.manifests].flatMap(([path, text]) =>
    nameOf(path) === 'Package.swift' ? targetsIn(folder, folderOf(path), text) : [],
  );
  const sources = folder.paths.filter((path) => path.endsWith('.swift') && nameOf(path) !== 'Package.swift');
  const filesIn = remembered((home) => sources.filter((path) => isWithin(path, home)));
  // Without a manifest, folders of that name, as Xcode creates them.
  const foldersByName = new Map<string, string[]>();
  for (const home of new Set(sources.flatMap((path) => foldersUp(folderOf(path)))))
    addTo(foldersByName, nameOf(home), home);
  const homes = remembered((name: string): readonly string[] => {
    const declared = targets.filter((target) => target.name === name).map((target) => target.folder);
    return (declared.length > 0 ? declared : (foldersByName.get(name) ?? [])).map((home) => `${home}/`);
  });
  return (source, { path }): readonly RepoPath[] | undefined => {
    const [name = ''] = source.split('.', 1);
    const home = nearest(path, homes(name));
    return home === undefined ? undefined : filesIn(home.slice(0, -1));
  };
}

/** Reads the targets that a manifest declares, without running it. */
function targetsIn(folder: FolderTables, home: string, text: string): readonly Target[] {
  const plain = text.slice(0, MAX_LENGTH).replaceAll(/^[ \t]*\/\/[^\n]*/gm, '');
  return plain
    .split(/\.(?=(?:executableT|testT|t)arget\s*\(|macro\s*\(|plugin\s*\()/)
    .flatMap((declaration) => {
      const [, name] = /^\w+\s*\(\s*name:\s*"([^"\n]+)"/.exec(declaration) ?? [];
      if (name === undefined || /^(?:library|executable|package)/.test(declaration)) return [];
      const [, written] = /\bpath:\s*"([^"\n]+)"/.exec(declaration) ?? [];
      const paths =
        written === undefined
          ? ['Sources', 'Tests', 'Source', 'Plugins'].map((each) => within(each, name))
          : [written];
      const found = paths
        .map((each) => joinPath(home, each))
        .find((each) => each !== undefined && folder.hasFolder(each));
      return found === undefined ? [] : [{ name, folder: found }];
    });
}

const MAX_LENGTH = 200_000;
