/** Python: packages and modules in every folder they may be imported from, and relative imports. */
import type { RepoPath } from '../../files/repoPath';
import type { FileFacts } from '../../facts/fileFacts';
import type { ModuleImport } from '../moduleFacts';
import type { Resolver, ResolverFamily } from './family';
import { folderOf, foldersUp, nearest, remembered, stemOf, within, type FolderTables } from './folder';
import { PYTHON_STANDARD } from './pythonStandard';

export const python: ResolverFamily = {
  languages: ['python', 'cython', 'jupyter'],
  read: (text, facts) => ({ imports: nestedImports(text, facts) }),
  createResolver,
};

/** The names of `from a import b as c, d`; undefined for `import a`. */
function importedNames(statement: string): readonly string[] | undefined {
  const [, list] = /^\s*from\s+[\w.\s\\]+?\s+import\s*([^]*)$/.exec(statement) ?? [];
  if (list === undefined) return undefined;
  return list
    .replaceAll(/#[^\n]*/g, '')
    .split(',')
    .flatMap((name) => /[\w*]+/.exec(name)?.[0] ?? []);
}

/** Imports in bodies, which facts may leave out. */
function nestedImports(text: string, facts: FileFacts): readonly ModuleImport[] {
  const known = new Set(facts.imports.map(({ start }) => start));
  const imports: ModuleImport[] = [];
  for (const { 0: found, 1: indent = '', 2: from, 3: modules = '', index } of withoutDocs(text).matchAll(
    NESTED,
  )) {
    if (known.has(index + indent.length)) continue;
    const names = importedNames(found);
    if (from !== undefined && names !== undefined) imports.push({ sources: [from], names });
    else imports.push({ sources: modules.split(',').flatMap((each) => /[\w.]+/.exec(each)?.[0] ?? []) });
  }
  return imports;
}

/** Blanks out docstrings, which often show how to import the module. */
function withoutDocs(text: string): string {
  return text.replaceAll(/("""|''')[^]*?(?:\1|$)/g, (found) => found.replaceAll(/[^\n]/g, ' '));
}

const NESTED =
  /^([ \t]+)(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(?:\([^()]{0,5000}\)|[\w*][\w*, \t]*)|import[ \t]+([\w., \t]+))(?=$|[#;])/gm;

function createResolver(folder: FolderTables): Resolver {
  const findBases = createBases(folder);
  const absolute = remembered((key: string) => {
    const [importing = '', module = ''] = key.split('\0');
    return findBases(importing, module.split('.'));
  });
  return (source, { path }, { names }) => {
    const importing = folderOf(path);
    const [, dots = '', module = ''] = /^(\.*)(.*)$/.exec(source.replaceAll(/\s+/g, '')) ?? [];
    if (dots !== '') return filesOf(folder, relativeBase(importing, dots.length, module), names);
    const { isHere, bases } = absolute(`${importing}\0${module}`);
    for (const base of bases) {
      const files = filesOf(folder, base, names);
      if (files.length > 0) return files;
    }
    return isHere ? [] : undefined;
  };
}

/** The path of a relative module, without extension; undefined if it leaves the folder. */
function relativeBase(importing: string, dots: number, module: string): string | undefined {
  const base = foldersUp(importing)[dots - 1];
  return base === undefined ? undefined : within(base, module.replaceAll('.', '/'));
}

/** The imported names that are modules, and the package itself if there are other names. */
function filesOf(
  folder: FolderTables,
  base: string | undefined,
  names: readonly string[] | undefined,
): readonly RepoPath[] {
  if (base === undefined) return [];
  const own = moduleFile(folder, base);
  const modules = (names ?? []).map((name) => moduleFile(folder, within(base, name)));
  const needsOwn = modules.length === 0 || modules.includes(undefined);
  return [own !== undefined && needsOwn ? [own] : [], modules.flatMap((module) => module ?? [])].flat();
}

/** A package comes before a module of the same name, and a source before its stub. */
function moduleFile(folder: FolderTables, base: string): RepoPath | undefined {
  if (base === '') return folder.file('__init__.py');
  if (!folder.hasStem(base)) return undefined;
  for (const end of MODULE_ENDS) {
    const file = folder.file(base + end);
    if (file !== undefined) return file;
  }
  return undefined;
}

const MODULE_ENDS = ['/__init__.py', '.py', '/__init__.pyi', '.pyi', '.pyx', '.pxd'];

interface Bases {
  /** Returns whether the folder has a package or module of this first name. */
  readonly isHere: boolean;
  /** Candidate paths of a module, without extension, in the order to try. */
  readonly bases: readonly string[];
}

/**
 * Finds absolute modules: next to a script and above it, then in the sources of projects, then in any package of that
 * name.
 */
function createBases(folder: FolderTables): (importing: string, names: readonly string[]) => Bases {
  const isPackage = (at: string): boolean =>
    folder.file(within(at, '__init__.py')) !== undefined ||
    folder.file(within(at, '__init__.pyi')) !== undefined;
  const roots = rootsByName(folder, isPackage);
  return (importing, names) => {
    const [top = ''] = names;
    const module = names.join('/');
    const above = foldersUp(importing).filter((each) => !isPackage(each));
    const isRegular = (root: string): boolean => moduleFile(folder, within(root, top)) !== undefined;
    if (PYTHON_STANDARD.has(top)) {
      const root = above.slice(0, 1).find(isRegular);
      return { isHere: root !== undefined, bases: root === undefined ? [] : [within(root, module)] };
    }
    const elsewhere = (roots.get(top) ?? []).toSorted(byNearness(importing));
    const tried = [...new Set([...above, ...elsewhere])];
    return {
      isHere: tried.some(isRegular),
      bases: [...tried.filter(isRegular), ...tried.filter((root) => !isRegular(root))].map((root) =>
        within(root, module),
      ),
    };
  };
}

function byNearness(importing: string): (a: string, b: string) => number {
  return (a, b) => (a === b ? 0 : nearest(`${importing}/`, [`${a}/`, `${b}/`]) === `${a}/` ? -1 : 1);
}

/** The folders from which a package or module can be imported, by its first name. */
function rootsByName(
  folder: FolderTables,
  isPackage: (at: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const sources = sourceRoots(folder);
  const roots = new Map<string, Set<string>>();
  const rootOf = remembered((at: string): string => (at !== '' && isPackage(at) ? rootOf(folderOf(at)) : at));
  for (const path of folder.paths) {
    if (!/\.py[ix]?$/.test(path)) continue;
    const home = folderOf(path);
    const root = rootOf(home);
    if (root !== home) addRoot(roots, root, path);
    // Modules and packages without `__init__.py` count only in the declared source folders of a project.
    else for (const source of foldersUp(home)) if (sources.has(source)) addRoot(roots, source, path);
  }
  return new Map([...roots].map(([name, found]) => [name, [...found]]));
}

function addRoot(roots: Map<string, Set<string>>, root: string, path: string): void {
  const [top = ''] = path.slice(root === '' ? 0 : root.length + 1).split('/', 1);
  const name = stemOf(top);
  const found = roots.get(name);
  if (found === undefined) roots.set(name, new Set([root]));
  else found.add(root);
}

/** The root, the folders of projects, and their usual source folders. */
function sourceRoots(folder: FolderTables): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const home of ['', ...PROJECTS.flatMap((name) => folder.filesNamed(name)).map(folderOf)])
    for (const sources of ['', 'src', 'lib', 'python']) {
      const root = within(home, sources);
      if (folder.hasFolder(root)) roots.add(root);
    }
  return roots;
}

const PROJECTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'manage.py'];
