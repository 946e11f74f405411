/** Languages that name files by path: from the importing file, from the top, or by the end of the path. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, type FolderTables } from './folder';

export const paths: ResolverFamily = {
  languages: ['bash', 'zsh', 'protobuf', 'r', 'powershell', 'makefile', 'cmake', 'graphql'],
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  const bySuffix = remembered((source: string): readonly RepoPath[] =>
    folder.filesNamed(nameOf(source)).filter((path) => path === source || path.endsWith(`/${source}`)),
  );
  return (written, { path }) => {
    // `$DIR/a.sh`, `${0:h}/a.zsh`, `$(dirname "$0")/a.sh`, `$PSScriptRoot\a.ps1`.
    const source = written.replaceAll('\\', '/').replace(/^"?\$(?:\{[^}]*\}|\([^()]*\)|\w+)"?\//, './');
    for (const home of [folderOf(path), '']) {
      const file = folder.file(joinPath(home, source) ?? '');
      if (file !== undefined) return [file];
    }
    // A single name may well be another's.
    const plain = source.replace(/^(?:\.{0,2}\/)+/, '');
    const file = plain.includes('/') || plain !== source ? nearest(path, bySuffix(plain)) : undefined;
    return file === undefined ? undefined : [file];
  };
}
