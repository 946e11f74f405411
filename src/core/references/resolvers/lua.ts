/** Lua: dotted names are paths below the folders of a load path that only the running program knows. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, nameOf, nearest, remembered, within, type FolderTables } from './folder';

export const lua: ResolverFamily = { languages: ['lua'], createResolver };

function createResolver(folder: FolderTables): Resolver {
  const anywhere = remembered((module: string): readonly RepoPath[] =>
    [`${module}.lua`, `${module}/init.lua`, `${module}.luau`].flatMap((name) =>
      folder.filesNamed(nameOf(name)).filter((path) => path === name || path.endsWith(`/${name}`)),
    ),
  );
  return (source, { path }) => {
    const isPath = source.endsWith('.lua');
    const module = isPath ? source.slice(0, -'.lua'.length) : source.replaceAll('.', '/');
    const plain = module.replace(/^(?:\.{0,2}\/)+/, '');
    for (const home of foldersUp(folderOf(path))) {
      if (!folder.hasStem(within(home, plain))) continue;
      for (const end of ['.lua', '/init.lua', '.luau']) {
        const file = folder.file(within(home, plain) + end);
        if (file !== undefined) return [file];
      }
    }
    const file = nearest(path, anywhere(plain));
    return file === undefined ? undefined : [file];
  };
}
