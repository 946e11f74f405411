/** Packages of the folder by name, with their exports and private imports. */
import type { RepoPath } from '../../files/repoPath';
import type { FileFinder } from './ecmascriptFiles';
import {
  addTo,
  folderOf,
  foldersUp,
  joinPath,
  nearest,
  remembered,
  within,
  type FolderTables,
} from './folder';
import { entriesOf, parseManifest, textAt, textsOf, valueAt, type JsonObject } from './jsonManifest';

export interface PackageFinder {
  /** `[]` if the folder has the package but not the file, undefined if it doesn't have the package. */
  readonly find: (importing: string, source: string) => readonly RepoPath[] | undefined;
  /** Finds names with `#` through the package.json of the importing package. */
  readonly findPrivate: (importing: string, source: string) => readonly RepoPath[] | undefined;
}

export function ecmascriptPackages(folder: FolderTables, finder: FileFinder): PackageFinder {
  const manifestAt = remembered((home) => {
    const path = folder.file(within(home, 'package.json'));
    return path && parseManifest(folder.manifests.get(path));
  });
  const homesByName = new Map<string, string[]>();
  for (const path of folder.filesNamed('package.json')) {
    const name = textAt(manifestAt(folderOf(path)), 'name');
    if (name !== undefined) addTo(homesByName, name, folderOf(path));
  }
  const findTarget = (home: string, target: string): RepoPath | undefined => {
    for (const path of sourcePaths(home, target)) {
      const file = finder(path, home);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  const findFirst = (home: string, targets: readonly string[]): readonly RepoPath[] => {
    for (const target of targets) {
      const file = findTarget(home, target);
      if (file !== undefined) return [file];
    }
    return [];
  };
  return {
    find: (importing, source) => {
      const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(source) ?? [];
      const home = nearest(
        `${importing}/`,
        (homesByName.get(name) ?? []).map((each) => `${each}/`),
      )?.slice(0, -1);
      if (home === undefined) return undefined;
      return findFirst(home, entryTargets(manifestAt(home), subpath));
    },
    findPrivate: (importing, source) => {
      const home = foldersUp(importing).find((each) => manifestAt(each) !== undefined);
      if (home === undefined) return undefined;
      const targets = targetsOf(valueAt(manifestAt(home), 'imports'), source);
      return targets.length === 0 ? undefined : findFirst(home, targets);
    },
  };
}

/** The targets of a package's subpath, in the order to try: sources, then built files. */
function entryTargets(manifest: JsonObject | undefined, subpath: string): readonly string[] {
  const exported = valueAt(manifest, 'exports');
  const targets = targetsOf(
    entriesOf(exported).some(([key]) => key.startsWith('.')) ? exported : { '.': exported },
    subpath === '' ? '.' : `./${subpath}`,
  );
  if (subpath !== '') return [...targets, subpath, `src/${subpath}`];
  const mains = ['source', 'svelte', 'module', 'main', 'types', 'typings'].flatMap(
    (key) => textAt(manifest, key) ?? [],
  );
  return [...targets, ...mains, 'src/index', 'index', 'lib/index', 'src/main'];
}

/** The targets of a name in `exports` or `imports` under any condition, with patterns filled in. */
function targetsOf(table: unknown, name: string): readonly string[] {
  let best: { readonly key: string; readonly star: string | undefined; readonly value: unknown } | undefined;
  for (const [key, value] of entriesOf(table)) {
    if (key === name) return conditions(value);
    const at = key.indexOf('*');
    // A folder: `./features/`.
    const before = at >= 0 ? key.slice(0, at) : key.endsWith('/') ? key : undefined;
    const after = at >= 0 ? key.slice(at + 1) : '';
    if (before === undefined || !name.startsWith(before) || !name.endsWith(after)) continue;
    if (name.length < before.length + after.length || (best !== undefined && best.key.length >= key.length))
      continue;
    best = { key, star: name.slice(before.length, name.length - after.length), value };
  }
  if (best === undefined) return [];
  const { star = '', value } = best;
  return conditions(value).map((target) =>
    target.includes('*') ? target.replaceAll('*', () => star) : target.endsWith('/') ? target + star : target,
  );
}

/** All paths in a target, sources first. */
function conditions(target: unknown, depth = 0): readonly string[] {
  if (typeof target === 'string' || depth > MAX_DEPTH) return textsOf(target);
  if (Array.isArray(target)) return target.flatMap((each) => conditions(each, depth + 1));
  return entriesOf(target)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .flatMap(([, each]) => conditions(each, depth + 1));
}

const MAX_DEPTH = 16;

/**
 * Conditions for sources come first. Unknown ones follow, because a workspace often names its condition after the
 * project.
 */
function rank(condition: string): number {
  const at = USUAL.indexOf(condition);
  return /source|development|^src$/.test(condition) ? -2 : at < 0 ? -1 : at;
}

/** Types come last: they may be a bundle, whereas other built files have the names of their sources. */
const USUAL = ['svelte', 'import', 'module', 'node', 'browser', 'require', 'default', 'types'];

/** A target, and the source it is probably built from, such as `src/a.ts` for `dist/esm/a.js`. */
function sourcePaths(home: string, target: string): readonly string[] {
  const written = joinPath(home, target);
  if (written === undefined) return [];
  const relative = home === '' ? written : written.slice(home.length + 1);
  const [, inner] = BUILT.exec(relative) ?? [];
  // One source may be built in several formats.
  if (inner === undefined) return [written, written.replace(/\.[cm]js$/, '.js')];
  const plain = inner
    .replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')
    .replace(/[.-](?:(?:esm|cjs|umd|iife|global|browser|prod|min|bundler|es|mjs|common)\b[.-]?)+.*$/, '');
  return [written, `src/${plain}`, plain].map((path, at) => (at === 0 ? path : within(home, path)));
}

/** Matches folders of built files, and the folders of formats in them. */
const BUILT =
  /^(?:dist|build|lib|out|output|es|esm|cjs|types|typings|\.output)\/(?:(?:esm?|cjs|mjs|umd|types|node|browser|src)\/)*(.+)$/;
