/** The `paths` and `baseUrl` of tsconfig.json and jsconfig.json. */
import {
  addTo,
  folderOf,
  foldersUp,
  joinPath,
  nameOf,
  remembered,
  within,
  type FolderTables,
} from './folder';
import { entriesOf, parseManifest, textAt, textsOf, valueAt } from './jsonManifest';

/** Returns the paths that a module name may refer to. */
export type PathMapper = (importing: string, source: string) => MappedPaths;

/** Both in the order to try. */
export interface MappedPaths {
  /** By the configs up to the nearest `tsconfig.json` or `jsconfig.json`. */
  readonly own: readonly string[];
  /** By the configs of the folders above. */
  readonly above: readonly string[];
}

interface Mapping {
  /** The text before the `*`, or the whole name. */
  readonly before: string;
  /** The text after the `*`; undefined if there is none. */
  readonly after: string | undefined;
  readonly targets: readonly string[];
}

interface Config {
  readonly mappings: readonly Mapping[];
  /** The folder in which unmapped names are looked up. */
  readonly baseUrl: string | undefined;
}

/** Uses all configs of a folder, `tsconfig.json` first, because a solution's config often only references others. */
export function tsconfigPaths(folder: FolderTables): PathMapper {
  const configs = new Map<string, string[]>();
  for (const path of [...folder.manifests.keys()].toSorted(byConfigName))
    if (CONFIG.test(nameOf(path))) addTo(configs, folderOf(path), path);
  const configsAbove = remembered((importing) => {
    const all = foldersUp(importing).flatMap((each) => configs.get(each) ?? []);
    const nearest = all.find((path) => /^[tj]sconfig\.json$/.test(nameOf(path)));
    const end =
      all.findLastIndex((path) => nearest !== undefined && folderOf(path) === folderOf(nearest)) + 1;
    const read = all.map((path) => configAt(folder, path));
    return { own: read.slice(0, end), above: read.slice(end) };
  });
  return (importing, source) => {
    const { own, above } = configsAbove(importing);
    const paths = (all: readonly Config[]): readonly string[] => all.flatMap((each) => mapped(each, source));
    return { own: paths(own), above: paths(above) };
  };
}

const CONFIG = /^[tj]sconfig(?:[.-].*)?\.json$/;

/** Shorter names first: `tsconfig.json` before `tsconfig.app.json`. */
function byConfigName(a: string, b: string): number {
  return nameOf(a).length - nameOf(b).length || (a < b ? -1 : 1);
}

function mapped({ mappings, baseUrl }: Config, source: string): readonly string[] {
  let best: Mapping | undefined;
  for (const mapping of mappings) {
    const { before, after } = mapping;
    const matches =
      after === undefined
        ? source === before
        : source.length >= before.length + after.length &&
          source.startsWith(before) &&
          source.endsWith(after);
    if (matches && (after === undefined || best === undefined || before.length > best.before.length))
      best = mapping;
    if (matches && after === undefined) break;
  }
  const found = best?.targets.flatMap((target) => joinPath('', filled(target, best, source)) ?? []) ?? [];
  const plain = baseUrl === undefined ? undefined : joinPath(baseUrl, source);
  return plain === undefined ? found : [...found, plain];
}

function filled(target: string, { before, after }: Mapping, source: string): string {
  return after === undefined
    ? target
    : target.replace('*', () => source.slice(before.length, source.length - after.length));
}

/** Reads a config and the configs it extends. Stops at cycles. */
function configAt(folder: FolderTables, path: string): Config {
  let paths: Config['mappings'] | undefined;
  let baseUrl: string | undefined;
  const seen = new Set<string>();
  const read = (at: string): void => {
    if (seen.has(at) || seen.size > MAX_EXTENDED || (paths !== undefined && baseUrl !== undefined)) return;
    seen.add(at);
    const file = folder.file(at);
    const manifest = file && parseManifest(folder.manifests.get(file));
    const base = textAt(manifest, 'compilerOptions', 'baseUrl');
    const home = folderOf(at);
    const ownBase = base === undefined ? undefined : joinPath(home, base);
    baseUrl ??= ownBase;
    const written = valueAt(manifest, 'compilerOptions', 'paths');
    if (written !== undefined) paths ??= mappingsOf(written, ownBase ?? baseUrl ?? home);
    // Later ones win.
    for (const extended of textsOf(valueAt(manifest, 'extends')).toReversed()) {
      for (const candidate of extendedFiles(folder, home, extended)) read(candidate);
    }
  };
  read(path);
  return { mappings: paths ?? [], baseUrl };
}

const MAX_EXTENDED = 50;

function mappingsOf(paths: unknown, base: string): readonly Mapping[] {
  return entriesOf(paths).map(([key, targets]) => {
    const star = key.indexOf('*');
    return {
      before: star < 0 ? key : key.slice(0, star),
      after: star < 0 ? undefined : key.slice(star + 1),
      targets: textsOf(targets).flatMap((target) => joinPath(base, target) ?? []),
    };
  });
}

/** Candidates for an extended config: a path, with or without `.json`, or a config in a package of the folder. */
function extendedFiles(folder: FolderTables, home: string, extended: string): readonly string[] {
  if (!extended.startsWith('.')) return packageConfigs(folder, extended);
  const path = joinPath(home, extended);
  if (path === undefined) return [];
  return [path, `${path}.json`, within(path, 'tsconfig.json')]
    .filter((each) => folder.file(each) !== undefined)
    .slice(0, 1);
}

/** Finds `@company/tsconfig/base.json` by the end of its path, which is enough because a folder has few packages. */
function packageConfigs(folder: FolderTables, extended: string): readonly string[] {
  const [, name = '', file = 'tsconfig.json'] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(extended) ?? [];
  const wanted = file.endsWith('.json') ? file : `${file}.json`;
  return folder
    .filesNamed('package.json')
    .filter((path) => textAt(parseManifest(folder.manifests.get(path)), 'name') === name)
    .map((path) => within(folderOf(path), wanted));
}
