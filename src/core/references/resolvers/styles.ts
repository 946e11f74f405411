/** Style sheets: paths from the importing file or from folders above, with partials and indexes. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, joinPath, nameOf, within, type FolderTables } from './folder';

export const styles: ResolverFamily = {
  languages: ['scss', 'sass', 'less', 'css', 'stylus', 'postcss'],
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  return (written, { path }) => {
    const source = written.replace(/[?#].*$/, '').replace(/^~/, '');
    if (/^(?:[a-z]+:|\/\/)/i.test(source)) return undefined;
    const beside = styleFile(folder, folderOf(path), source);
    if (beside !== undefined) return [beside];
    if (source.startsWith('.')) return [];
    // A load path, which only the build knows: the folders above and their sources.
    const plain = source.replace(/^@?\//, '');
    for (const home of foldersUp(folderOf(path)))
      for (const each of ['', 'src', 'styles', 'node_modules']) {
        const file = styleFile(folder, within(home, each), plain);
        if (file !== undefined) return [file];
      }
    return undefined;
  };
}

/** `_a.scss` for `a`, and `a/_index.scss`. */
export function styleFile(folder: FolderTables, home: string, source: string): RepoPath | undefined {
  const target = joinPath(home, source);
  if (target === undefined || target === '') return undefined;
  const above = folderOf(target);
  const name = nameOf(target);
  for (const base of [target, within(above, `_${name}`), within(target, '_index'), within(target, 'index')])
    for (const end of ENDS) {
      const file = folder.file(base + end);
      if (file !== undefined) return file;
    }
  return undefined;
}

const ENDS = ['', '.scss', '.sass', '.less', '.css', '.styl', '.pcss'];
