/** Ruby: files by their path in a folder of libraries, or from the requiring file. */
import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { ModuleImport } from '../moduleFacts';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, type FolderTables } from './folder';

export const ruby: ResolverFamily = {
  languages: ['ruby'],
  read: requiredFiles,
  createResolver,
};

function requiredFiles(text: string, { imports }: FileFacts): FurtherFacts {
  const details = imports.map(({ start, sources }): Partial<ModuleImport> => {
    // Only the keyword shows that a path is relative.
    return text.startsWith('require_relative', start)
      ? { sources: sources.map((source) => `./${source}`) }
      : {};
  });
  const known = new Set(imports.flatMap(({ sources }, at) => details[at]?.sources ?? sources));
  const late = [...text.matchAll(REQUIRED)].map(([, method, source = '', base]) => {
    if (base === '__FILE__') return `./${source.replace(/^\.\.\//, '')}`;
    return method === 'require_relative' || base !== undefined ? `./${source}` : source;
  });
  return {
    details,
    imports: [...new Set(late)].filter((each) => !known.has(each)).map((each) => ({ sources: [each] })),
  };
}

/** Matches statements in bodies, with conditions, and with `File.expand_path('../a', __FILE__)`. */
const REQUIRED =
  /^[^#'"\n]{0,200}?\b(require|require_relative|load|autoload)\b[ \t]*\(?[ \t]*(?::\w+[ \t]*,[ \t]*)?(?:File\.expand_path\(?[ \t]*)?["']([\w./+-]+)["'](?:[ \t]*,[ \t]*(__dir__|__FILE__))?/gm;

/** Folders that are usually on the load path. */
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
