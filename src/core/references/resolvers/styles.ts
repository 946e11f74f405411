/** Style sheets: paths from the importing file or from folders above, with partials and indexes. */
import type { RepoPath } from '../../files/repoPath';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, joinPath, nameOf, remembered, within, type FolderTables } from './folder';

export const styles: ResolverFamily = {
  languages: ['scss', 'sass', 'less', 'css', 'stylus', 'postcss'],
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  /** Approximates the load path, which only the build knows, by the folders above and their sources. */
  const above = remembered((key): readonly RepoPath[] | undefined => {
    const [importing = '', source = ''] = key.split('\0');
    for (const home of foldersUp(importing))
      for (const each of ['', 'src', 'styles', 'node_modules']) {
        const file = styleFile(folder, within(home, each), source);
        if (file !== undefined) return [file];
      }
    return undefined;
  });
  return (written, { path }) => {
    const source = written.replace(/[?#].*$/, '').replace(/^~/, '');
    if (/^(?:[a-z]+:|\/\/)/i.test(source)) return undefined;
    const beside = styleFile(folder, folderOf(path), source);
    if (beside !== undefined) return [beside];
    if (source.startsWith('.')) return [];
    return above(`${folderOf(path)}\0${source.replace(/^@?\//, '')}`);
  };
}

/** Finds the style sheet for `a`, such as `_a.scss` or `a/_index.scss`. */
export function styleFile(folder: FolderTables, home: string, source: string): RepoPath | undefined {
  const target = joinPath(home, source);
  if (target === undefined || target === '') return undefined;
  const above = folderOf(target);
  const name = nameOf(target);
  for (const base of [target, within(above, `_${name}`), within(target, '_index'), within(target, 'index')]) {
    if (!folder.hasStem(base)) continue;
    for (const end of ENDS) {
      const file = folder.file(base + end);
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

const ENDS = ['', '.scss', '.sass', '.less', '.css', '.styl', '.pcss'];
