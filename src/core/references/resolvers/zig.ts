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
      for (const [name, root] of modulesIn(text)) addTo(modules, name, joinPath(folderOf(path), root) ?? '');
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

/** Pairs the names that imports use with the root files of modules. Follows variables to where the build creates the modules. */
function modulesIn(text: string): readonly (readonly [name: string, root: string])[] {
  const rootByVariable = new Map(
    [...text.matchAll(VARIABLE)].map(([, name = '', root = '']) => [name, root]),
  );
  const given = [...text.matchAll(GIVEN)].flatMap(([, added, to, listed, as]) => {
    const root = rootByVariable.get(to ?? as ?? '');
    return root === undefined ? [] : [[added ?? listed ?? '', root] as const];
  });
  return [...[...text.matchAll(MODULE)].map(([, name = '', root = '']) => [name, root] as const), ...given];
}

/** `.{ .root_source_file = b.path("src/a.zig") }`. */
const ROOT = String.raw`\.\{[^}]{0,1000}?root_source_file\s*=\s*(?:\w+\.path\(|\.\{\s*\.(?:path|cwd_relative)\s*=\s*)"([^"\n]+)"`;

/** `addModule("a", …)` and `addAnonymousImport("a", …)`. */
const MODULE = new RegExp(String.raw`\b(?:addModule|addAnonymousImport)\(\s*"([^"\n]+)"\s*,\s*${ROOT}`, 'g');

/** `const a = b.createModule(…)`. */
const VARIABLE = new RegExp(
  String.raw`\b(?:const|var) (\w+) = \w+\.(?:createModule\(|addModule\("[^"\n]*",)\s*${ROOT}`,
  'g',
);

/** `addImport("a", options.b)` and `.{ .name = "a", .module = b }`. */
const GIVEN =
  /\baddImport\(\s*"([^"\n]+)"\s*,\s*(?:\w+\.)*(\w+)\s*\)|\.name = "([^"\n]+)",\s*\.module = (?:\w+\.)*(\w+)/g;
