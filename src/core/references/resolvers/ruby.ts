/** Ruby: files by their path in a folder of libraries, or from the requiring file. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, type FolderTables } from './folder';

export const ruby: ResolverFamily = {
  languages: ['ruby'],
  read: (text, { imports }) => ({
    // Only the statement says that a path is relative.
    details: imports.map(({ start, sources }) =>
      text.startsWith('require_relative', start) ? { sources: sources.map((source) => `./${source}`) } : {},
    ),
  }),
  createResolver,
};

/** The folders that are usually on the load path. */
const LOADED = /(?:^|\/)(?:lib|app\/[^/]+|ext|test|spec|src)$/;

function createResolver(folder: FolderTables): Resolver {
  const candidates = remembered((source: string): readonly RepoPath[] => {
    const name = source.endsWith('.rb') ? source : `${source}.rb`;
    return folder.filesNamed(nameOf(name)).filter((path) => {
      if (path === name) return true;
      return path.endsWith(`/${name}`) && LOADED.test(path.slice(0, -name.length - 1));
    });
  });
  return (source, { path }) => {
    if (!source.startsWith('.')) {
      const file = nearest(path, candidates(source));
      return file === undefined ? undefined : [file];
    }
    const target = joinPath(folderOf(path), source);
    const file = target === undefined ? undefined : (folder.file(target) ?? folder.file(`${target}.rb`));
    return file === undefined ? [] : [file];
  };
}
