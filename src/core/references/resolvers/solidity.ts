/** Solidity: paths from the importing file, remapped prefixes, and paths from the folders of projects. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, joinPath, nameOf, within, type FolderTables } from './folder';
import { textsOf, valueAt } from './jsonManifest';
import { parseTomlManifest } from './tomlManifest';

export const solidity: ResolverFamily = {
  languages: ['solidity'],
  isManifest: (path) => /(?:^|\/)(?:remappings\.txt|foundry\.toml)$/.test(path),
  createResolver,
};

interface Remapping {
  readonly home: string;
  readonly prefix: string;
  readonly target: string;
}

function createResolver(folder: FolderTables): Resolver {
  const remappings = [...folder.manifests].flatMap(([path, text]) => remappingsIn(path, text));
  remappings.sort((a, b) => b.home.length - a.home.length || b.prefix.length - a.prefix.length);
  return (source, { path }): readonly RepoPath[] | undefined => {
    const home = folderOf(path);
    const isRelative = source.startsWith('.');
    if (folder.filesNamed(nameOf(source)).length === 0) return isRelative ? [] : undefined;
    const candidates = isRelative ? [joinPath(home, source)] : absolutePaths(remappings, home, source);
    const file = candidates.map((each) => folder.file(each ?? '')).find(Boolean);
    if (file !== undefined) return [file];
    return isRelative ? [] : undefined;
  };
}

function absolutePaths(
  remappings: readonly Remapping[],
  importing: string,
  source: string,
): readonly (string | undefined)[] {
  const folders = foldersUp(importing);
  const remapped = remappings
    .filter(({ home, prefix }) => folders.includes(home) && source.startsWith(prefix))
    .map(({ home, prefix, target }) => joinPath(home, target + source.slice(prefix.length)));
  const usual = folders.flatMap((home) =>
    ['', 'lib', 'src', 'contracts', 'node_modules'].map((each) => joinPath(within(home, each), source)),
  );
  return [...remapped, ...usual];
}

/** Reads lines of `prefix=target`, with an optional context before a colon. */
function remappingsIn(path: string, text: string): readonly Remapping[] {
  const name = nameOf(path);
  const lines =
    name === 'remappings.txt'
      ? text.split('\n')
      : name === 'foundry.toml'
        ? textsOf(valueAt(parseTomlManifest(text), 'profile', 'default', 'remappings'))
        : [];
  return lines.flatMap((line) => {
    const [, prefix = '', target = ''] = /^(?:[^:=]*:)?([^=\s]+)=(\S+)\s*$/.exec(line) ?? [];
    return prefix === '' ? [] : [{ home: folderOf(path), prefix, target }];
  });
}
