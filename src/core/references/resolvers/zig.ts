/** Zig: files by path, and modules by the names that build.zig gives them. */
import type { Resolver, ResolverFamily } from './family';
import { addTo, folderOf, joinPath, nameOf, nearest, type FolderTables } from './folder';

export const zig: ResolverFamily = {
  languages: ['zig'],
  isManifest: (path) => nameOf(path) === 'build.zig',
  read: (text, { imports }) => {
    const known = new Set(imports.flatMap(({ sources }) => sources));
    const all = [...text.matchAll(/@import\("([^"\n]+)"\)/g)].map(([, source = '']) => source);
    return {
      imports: [...new Set(all)].filter((each) => !known.has(each)).map((each) => ({ sources: [each] })),
    };
  },
  createResolver,
};

function createResolver(folder: FolderTables): Resolver {
  const modules = new Map<string, string[]>();
  for (const [path, text] of folder.manifests)
    if (nameOf(path) === 'build.zig')
      for (const [, name = '', root = ''] of text.matchAll(MODULE))
        addTo(modules, name, joinPath(folderOf(path), root) ?? '');
  return (source, { path }) => {
    if (source.endsWith('.zig') || source.endsWith('.zon')) {
      const file = folder.file(joinPath(folderOf(path), source) ?? '');
      return file === undefined ? [] : [file];
    }
    const root = nearest(path, modules.get(source) ?? []);
    if (root === undefined) return undefined;
    const file = folder.file(root);
    return file === undefined ? [] : [file];
  };
}

/** `addModule("a", .{ .root_source_file = b.path("src/a.zig") })`. */
const MODULE =
  /\baddModule\(\s*"([^"\n]+)"\s*,\s*\.\{[^}]{0,1000}?root_source_file\s*=\s*(?:b\.path\(|\.\{\s*\.(?:path|cwd_relative)\s*=\s*)"([^"\n]+)"/g;
