/** Finds the file that a module path stands for: with another extension, as the index of a folder, or as it is. */
import type { RepoPath } from '../../files/repoPath';
import { joinPath, within, type FolderTables } from './folder';
import { parseManifest, textAt } from './jsonManifest';

/** `from` decides whether JavaScript or TypeScript wins if there are both. */
export type FileFinder = (target: string, from: string) => RepoPath | undefined;

export function ecmascriptFiles(folder: FolderTables): FileFinder {
  const first = (base: string, extensions: readonly string[]): RepoPath | undefined => {
    for (const extension of extensions) {
      const file = folder.file(base + extension);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  const asFile = (target: string, from: string): RepoPath | undefined => {
    const isScript = /\.[cm]?jsx?$/.test(from);
    const compiled = COMPILED.exec(target)?.[0];
    if (compiled !== undefined && !isScript) {
      const base = target.slice(0, -compiled.length);
      const source = first(base, sourcesOf(compiled));
      if (source !== undefined) return source;
    }
    const written = folder.file(target);
    if (written !== undefined) return written;
    if (compiled !== undefined) {
      const source = first(target.slice(0, -compiled.length), [
        ...sourcesOf(compiled),
        ...declarationsOf(compiled),
      ]);
      if (source !== undefined) return source;
    }
    // Declarations of built files may still name the sources.
    const [extension] = SOURCE.exec(target) ?? [];
    const built =
      extension === undefined
        ? undefined
        : first(target.slice(0, -extension.length), [
            compiledOf(extension),
            `.d${extension.replace('x', '')}`,
          ]);
    return built ?? first(target, isScript ? SCRIPTS_FIRST : TYPES_FIRST);
  };
  return (target, from) => {
    if (!folder.hasStem(target) && !folder.hasStem(target.replace(SCRIPT, ''))) return undefined;
    const file = target === '' ? undefined : asFile(target, from);
    if (file !== undefined || !folder.hasFolder(target)) return file;
    const manifest = parseManifest(folder.manifests.get(folder.file(within(target, 'package.json')) ?? NONE));
    for (const key of ['module', 'main', 'types']) {
      const entry = textAt(manifest, key);
      const path = entry === undefined ? undefined : joinPath(target, entry);
      const found =
        path === undefined || path === target
          ? undefined
          : (asFile(path, from) ?? asFile(within(path, 'index'), from));
      if (found !== undefined) return found;
    }
    return asFile(within(target, 'index'), from);
  };
}

/** A path that no file has. */
const NONE = '' as RepoPath;

const COMPILED = /\.[cm]?jsx?$/;
const SOURCE = /\.[cm]?tsx?$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The compiled file of a source, such as `.mjs` for `.mts`. */
function compiledOf(source: string): string {
  return source.replace('t', 'j').replace('x', '');
}

/** The source of a compiled file, such as `.mts` for `.mjs`. */
function sourcesOf(compiled: string): readonly string[] {
  if (compiled === '.js') return ['.ts', '.tsx'];
  return [compiled.replace('j', 't')];
}

function declarationsOf(compiled: string): readonly string[] {
  return [`.d${compiled.replace(/jsx?$/, 'ts')}`];
}

const TYPES = ['.ts', '.tsx', '.d.ts'];
const SCRIPTS = ['.js', '.jsx', '.mjs', '.cjs'];
const OTHERS = ['.mts', '.cts', '.json', '.vue', '.svelte', '.astro', '.d.mts', '.d.cts'];
/** Suffixes for the platforms of React Native. */
const PLATFORMS = ['.native', '.ios', '.android', '.web'].flatMap((platform) =>
  ['.ts', '.tsx', '.js', '.jsx'].map((extension) => platform + extension),
);
const TYPES_FIRST = [...TYPES, ...SCRIPTS, ...OTHERS, ...PLATFORMS];
const SCRIPTS_FIRST = [...SCRIPTS, ...TYPES, ...OTHERS, ...PLATFORMS];
