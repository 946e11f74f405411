/** Dart: paths from the importing file, `package:` URIs, and parts of libraries. */
import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { addTo, folderOf, joinPath, nameOf, nearest, within, type FolderTables } from './folder';

export const dart: ResolverFamily = {
  languages: ['dart'],
  isManifest: (path) => nameOf(path) === 'pubspec.yaml',
  read: readDirectives,
  createResolver,
};

/** The name of the library, the alternatives of conditional imports, and `part of`, which facts leave out. */
function readDirectives(text: string, { imports }: FileFacts): FurtherFacts {
  const [, uri, library] = /^part[ \t]+of[ \t]+(?:['"]([^'"\n]+)['"]|([\w.]+))[ \t]*;/m.exec(text) ?? [];
  const whole = uri ?? (library === undefined ? undefined : `library ${library}`);
  return {
    details: imports.map(({ start, end }) => {
      const statement = text.slice(start, Math.min(end, start + 2_000));
      return { sources: [...statement.matchAll(URI)].map(([, source = '']) => source) };
    }),
    imports: whole === undefined ? [] : [{ sources: [whole] }],
    declares: /^library[ \t]+([\w.]+)[ \t]*;/m.exec(text)?.slice(1, 2) ?? [],
  };
}

/** Includes alternatives after `if (dart.library.io)`, but no strings in annotations. */
const URI = /\b(?:import|export|part|if\s*\([^()]*\))\s*['"]([^'"\n]+)['"]/g;

function createResolver(folder: FolderTables): Resolver {
  const homes = new Map<string, string[]>();
  for (const [path, text] of folder.manifests) {
    const [, name] = (nameOf(path) === 'pubspec.yaml' && /^name:[ \t]*["']?(\w+)/m.exec(text)) || [];
    if (name !== undefined) addTo(homes, name, within(folderOf(path), 'lib'));
  }
  const libraries = new Map<string, RepoPath[]>();
  for (const [path, { language, declares }] of folder.facts)
    if (language === 'dart') for (const name of declares) addTo(libraries, name, path);
  const listed = (home: string, uri: string): readonly RepoPath[] => {
    const file = folder.file(joinPath(home, uri) ?? '');
    return file === undefined ? [] : [file];
  };
  return (source, { path }) => {
    if (source.startsWith('library ')) {
      const file = nearest(path, libraries.get(source.slice('library '.length)) ?? []);
      return file === undefined ? [] : [file];
    }
    const [, name, uri = ''] = /^package:(\w+)\/(.*)$/.exec(source) ?? [];
    if (name === undefined) return /^\w+:/.test(source) ? undefined : listed(folderOf(path), source);
    const home = nearest(path, homes.get(name) ?? []);
    return home === undefined ? undefined : listed(home, uri);
  };
}
