/** PHP: `use` names classes, found where they are declared or by composer.json; `require` names files. */
import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { folderOf, joinPath, nameOf, nearest, remembered, type FolderTables } from './folder';
import { entriesOf, parseManifest, textsOf, valueAt } from './jsonManifest';
import { chosenFiles, findDeclared, namespacesOf } from './namespaces';

export const php: ResolverFamily = {
  languages: ['php', 'blade'],
  isManifest: (path) => nameOf(path) === 'composer.json',
  read: (_, facts) => declared(facts),
  createResolver,
};

function declared({ symbols }: FileFacts): FurtherFacts {
  const defines = symbols.flatMap(({ kind, name, parent }) =>
    kind !== 'Namespace' && (parent < 0 || symbols[parent]?.kind === 'Namespace') ? [name] : [],
  );
  const namespaces = symbols.filter(({ kind }) => kind === 'Namespace');
  return { declares: [...new Set(namespaces.map(({ name }) => name))], defines: [...new Set(defines)] };
}

function createResolver(folder: FolderTables): Resolver {
  const namespaces = namespacesOf(folder, php.languages);
  const autoload = autoloadIn(folder);
  const find = remembered((name: string) => {
    const parts = name.split('\\');
    return findDeclared(namespaces, parts, '\\') ?? autoload(parts);
  });
  return (source, { path }) => {
    if (/\/|\.(?:php|inc|phtml)$/.test(source)) return includedFile(folder, path, source);
    const name = source.replace(/^\\/, '');
    const found = find(name);
    if (found !== undefined) return chosenFiles(path, found);
    // A namespace alias.
    return namespaces.has(name) && name !== '' ? [] : undefined;
  };
}

/** `__DIR__ . '/a.php'` begins with a slash; other paths are also looked up from the root. */
function includedFile(folder: FolderTables, path: RepoPath, source: string): readonly RepoPath[] | undefined {
  const plain = source.replace(/^\/+/, '');
  for (const home of [folderOf(path), '']) {
    const target = joinPath(home, plain);
    const file = target === undefined ? undefined : folder.file(target);
    if (file !== undefined) return [file];
  }
  const ending = `/${plain.replace(/^(?:\.{1,2}\/)+/, '')}`;
  const file = nearest(
    path,
    folder.filesNamed(nameOf(plain)).filter((each) => each.endsWith(ending)),
  );
  return file === undefined ? undefined : [file];
}

interface Rule {
  readonly prefix: string;
  readonly folder: string;
  /** With PSR-0, the whole namespace is a path below the folder. */
  readonly isWhole: boolean;
}

type Autoload = (
  parts: readonly string[],
) => { readonly files: readonly RepoPath[]; readonly isOne: boolean } | undefined;

/** The rules of all composer.json of the folder, longest prefix first. */
function autoloadIn(folder: FolderTables): Autoload {
  const rules: Rule[] = [];
  for (const [path, text] of folder.manifests) {
    if (nameOf(path) !== 'composer.json') continue;
    const manifest = parseManifest(text);
    for (const table of ['autoload', 'autoload-dev'])
      for (const kind of ['psr-4', 'psr-0'])
        for (const [prefix, folders] of entriesOf(valueAt(manifest, table, kind)))
          for (const each of textsOf(folders)) {
            const home = joinPath(folderOf(path), each);
            if (home !== undefined) rules.push({ prefix, folder: home, isWhole: kind === 'psr-0' });
          }
  }
  rules.sort((a, b) => b.prefix.length - a.prefix.length);
  return (parts) => {
    const name = parts.join('\\');
    const matching = rules.filter(({ prefix }) => prefix !== '' && name.startsWith(prefix));
    for (const { prefix, folder: home, isWhole } of matching) {
      const below = (isWhole ? name : name.slice(prefix.length)).replaceAll('\\', '/');
      const file = folder.file(joinPath(home, `${below}.php`) ?? '');
      if (file !== undefined) return { files: [file], isOne: true };
    }
    return matching.length > 0 ? { files: [], isOne: true } : undefined;
  };
}
