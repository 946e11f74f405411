/** C, C++, and Objective-C: an include is a path from the including file, or from a folder of headers. */
import type { RepoPath } from '../../files/repoPath';
import { C_STANDARD } from './cStandard';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, type FolderTables } from './folder';

export const cFamily: ResolverFamily = {
  languages: ['c', 'cpp', 'objectivec', 'objectivecpp', 'cuda', 'arduino', 'metal', 'glsl', 'hlsl'],
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  const bySuffix = remembered((source: string): readonly RepoPath[] => {
    const plain = source.replace(/^(?:\.{1,2}\/)+/, '');
    return folder.filesNamed(nameOf(plain)).filter((path) => path === plain || path.endsWith(`/${plain}`));
  });
  return (source, { path }) => {
    const written = source.replaceAll('\\', '/');
    const target = joinPath(folderOf(path), written);
    const beside = target === undefined ? undefined : folder.file(target);
    if (beside !== undefined) return [beside];
    if (C_STANDARD.has(written)) return undefined;
    const file = nearest(path, bySuffix(written));
    return file === undefined ? undefined : [file];
  };
}
