/** Languages that name files by path: relative to the importing file or the root, or by the end of the path. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, within, type FolderTables } from './folder';

export const paths: ResolverFamily = {
  languages: ['bash', 'zsh', 'protobuf', 'r', 'powershell', 'makefile', 'cmake', 'graphql', 'html', 'sql'],
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  const bySuffix = remembered((source: string): readonly RepoPath[] =>
    folder.filesNamed(nameOf(source)).filter((path) => path === source || path.endsWith(`/${source}`)),
  );
  return (written, { path, facts: { language } }) => {
    // `$DIR/a.sh`, `${0:h}/a.zsh`, `$(dirname "$0")/a.sh`, `$PSScriptRoot\a.ps1`.
    const source = written.replaceAll('\\', '/').replace(/^"?\$(?:\{[^}]*\}|\([^()]*\)|\w+)"?\//, './');
    for (const home of [folderOf(path), '']) {
      const target = joinPath(home, source) ?? '';
      const file = folder.file(target) ?? (language === 'cmake' ? cmakeFile(folder, target) : undefined);
      if (file !== undefined) return [file];
    }
    // A bare name may refer to a file outside the folder.
    const plain = source.replace(/^(?:\.{0,2}\/)+/, '');
    const file = plain.includes('/') || plain !== source ? nearest(path, bySuffix(plain)) : undefined;
    return file === undefined ? undefined : [file];
  };
}

/** Matches `add_subdirectory(src)` and `include(cmake/Tools)`. */
function cmakeFile(folder: FolderTables, target: string): RepoPath | undefined {
  return folder.file(within(target, 'CMakeLists.txt')) ?? folder.file(`${target}.cmake`);
}
