/** Languages that name files by path: relative to the importing file or the root, or by the end of the path. */
import type { RepoPath } from '../../files/repoPath';
import type { ModuleImport } from '../moduleFacts';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { entriesOf, parseManifest, valueAt } from './jsonManifest';
import { folderOf, joinPath, nameOf, nearest, remembered, within, type FolderTables } from './folder';

export const paths: ResolverFamily = {
  languages: ['bash', 'zsh', 'protobuf', 'r', 'powershell', 'makefile', 'cmake', 'graphql', 'html', 'sql'],
  read: (text, { language }) => (language === 'html' ? pageModules(text) : {}),
  createResolver,
};

/** Finds dynamic imports in inline scripts, and the names and targets of import maps. */
function pageModules(text: string): FurtherFacts {
  const imports: ModuleImport[] = [];
  const declares: string[] = [];
  for (const [, attributes = '', code = ''] of text.matchAll(INLINE_SCRIPT)) {
    if (/\bsrc\s*=/i.test(attributes)) continue;
    if (/\btype\s*=\s*["']?importmap/i.test(attributes)) {
      const named = entriesOf(valueAt(parseManifest(code), 'imports'));
      for (const [name, target] of named)
        if (typeof target === 'string') {
          declares.push(`${name}\0${target}`);
          imports.push({ sources: [target] });
        }
    } else for (const [, , source = ''] of code.matchAll(IMPORT)) imports.push({ sources: [source] });
  }
  // Addresses of other sites are no files.
  return { imports: imports.filter(({ sources: [source = ''] }) => /^\.{0,2}\//.test(source)), declares };
}

const INLINE_SCRIPT = /<script\b([^>]{0,1000})>((?:(?!<\/script)[^]){0,100000})/gi;
const IMPORT = /(?<![\w$.])import\s*\(\s*(['"])([^'"\s]{1,300})\1/g;

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
