/** C, C++, and Objective-C: an include is a path from the including file, or from a folder of headers. */
import type { RepoPath } from '../../files/repoPath';
import { C_STANDARD } from './cStandard';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, type FolderTables } from './folder';

export const cFamily: ResolverFamily = {
  languages: ['c', 'cpp', 'objectivec', 'objectivecpp', 'cuda', 'arduino', 'metal', 'glsl', 'hlsl'],
  read: (text, { imports }) => {
    const known = new Set(imports.flatMap(({ sources }) => sources));
    const all = [...text.matchAll(/^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"]([^>"\n]{1,300})[>"]/gm)];
    // Facts leave out includes in bodies.
    const late = new Set(all.map(([, source = '']) => source).filter((source) => !known.has(source)));
    return { imports: [...late].map((source) => ({ sources: [source] })) };
  },
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
    // A header that replaces another of the same name includes the original.
    if (beside !== undefined && beside !== path) return [beside];
    if (C_STANDARD.has(written)) return undefined;
    const file = nearest(
      path,
      bySuffix(written).filter((each) => each !== path),
    );
    return file === undefined ? undefined : [file];
  };
}
