/** Finds files that code names by path instead of importing them: workers, globs, references, and parts of components. */
import { compileGlob } from '../../globs/glob';
import type { RepoPath } from '../../files/repoPath';
import type { ModuleImport } from '../moduleFacts';
import { folderOf, joinPath, remembered, type FolderTables } from './folder';

/** Comments are skipped except for `/// <reference>`. */
export function namedPaths(text: string): readonly ModuleImport[] {
  const paths = PATHS.flatMap((pattern) => inCode(text, pattern));
  const references = [...text.matchAll(REFERENCE)].map(([, kind, , source = '']) =>
    kind === 'path' ? relative(source) : source,
  );
  const globs = inCode(text, GLOB);
  return [
    ...[...paths.map(([, , source = '']) => relative(source)), ...references].map((each) => ({
      sources: [each],
    })),
    ...globs.map(([, patterns = '']) => ({
      sources: [GLOB_MARK + [...patterns.matchAll(QUOTED)].map(([, , each]) => each).join(' ')],
      takesAll: true,
    })),
  ];
}

/** Begins the source of an import by patterns, which blanks separate. */
const GLOB_MARK = 'glob ';

const PATHS = [
  /\bnew\s+URL\(\s*(['"`])([^'"`\s$]{1,300})\1\s*,\s*import\.meta\.url\b/g,
  /\b(?:new\s+(?:Shared)?Worker|importScripts|serviceWorker\s*\.\s*register|Worklet\s*\.\s*addModule)\(\s*(['"`])([^'"`\s$]{1,300})\1/g,
  /^[ \t]*<(?:script|style|template)\b[^>]{0,300}?\ssrc=(['"])([^'"\s{}]{1,300})\1/gm,
];
const REFERENCE = /^[ \t]*\/\/\/[ \t]*<reference\s+(path|types)\s*=\s*(['"])([^'"\n]{1,300})\2/gm;
const GLOB =
  /\bimport\.meta\.glob(?:Eager)?(?:<[^()\n]{0,80}>)?\(\s*(\[[^\]]{0,2000}\]|(['"`])[^'"`\n]{1,300}\2)/g;
const QUOTED = /(['"`])([^'"`\s]{1,300})\1/g;

/** Addresses without a scheme are relative to the file. */
function relative(source: string): string {
  return /^(?:\.{0,2}\/|[a-z][\w+.-]*:)/i.test(source) ? source : `./${source}`;
}

/** UTF-16 units. */
const MOST_INDENT = 200;

/** The matches that are in no line of a comment. */
function inCode(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  let line = 0;
  let before = 0;
  return [...text.matchAll(pattern)].filter(({ index }) => {
    // Looks back no farther than the match before, so that one long line takes linear time.
    const end = text.slice(before, index).lastIndexOf('\n');
    if (end >= 0) line = before + end + 1;
    before = index;
    return !/^\s*(?:\/\/|\*)/.test(text.slice(line, Math.min(index, line + MOST_INDENT)));
  });
}

/** The files that `import.meta.glob` matches; undefined for other sources. Absolute patterns begin at the `roots`. */
type GlobFinder = (path: RepoPath, source: string) => readonly RepoPath[] | undefined;

export function globFinder(folder: FolderTables, rootsOf: (folder: string) => readonly string[]): GlobFinder {
  const matching = remembered((key: string): readonly RepoPath[] => {
    const [home = '', ...patterns] = key.split('\0');
    const globs = patterns.map((written) => {
      const isExcluded = written.startsWith('!');
      const pattern = isExcluded ? written.slice(1) : written;
      const target = pattern.startsWith('/')
        ? joinPath(rootsOf(home)[0] ?? '', pattern)
        : pattern.startsWith('.')
          ? joinPath(home, pattern)
          : undefined;
      return { isExcluded, glob: compileGlob(target ?? '') };
    });
    const isMatch = (path: RepoPath, excluded: boolean): boolean =>
      globs.some(
        ({ isExcluded, glob }) => isExcluded === excluded && glob.kind === 'glob' && glob.matches(path),
      );
    return folder.paths.filter(
      (path) => isMatch(path, false) && !isMatch(path, true) && !path.includes('node_modules/'),
    );
  });
  return (path, source) => {
    if (!source.startsWith(GLOB_MARK)) return undefined;
    const patterns = source.slice(GLOB_MARK.length).split(' ');
    return matching([folderOf(path), ...patterns].join('\0')).filter((each) => each !== path);
  };
}
