/** C#: `using` names a namespace, which any files can declare, or a type. */
import type { FileFacts, SymbolKind } from '../../facts/fileFacts';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { remembered, type FolderTables } from './folder';
import { chosenFiles, findDeclared, findFrom, findNamespace, namespacesOf } from './namespaces';

export const csharp: ResolverFamily = {
  languages: ['csharp'],
  read: (_, facts) => declared(facts),
  createResolver,
};

function declared({ symbols }: FileFacts): FurtherFacts {
  const namespaces = symbols.filter(({ kind }) => kind === 'Namespace');
  const defines = symbols.flatMap(({ kind, name, parent }) =>
    TYPES.has(kind) && (parent < 0 || symbols[parent]?.kind === 'Namespace')
      ? [name.replace(/<.*$/s, '')]
      : [],
  );
  return {
    declares: [...new Set(namespaces.map(({ path }) => path.replaceAll(/#\d+/g, '')))],
    defines: [...new Set(defines)],
  };
}

const TYPES: ReadonlySet<SymbolKind> = new Set(['Class', 'Struct', 'Interface', 'Enum', 'Type']);

function createResolver(folder: FolderTables): Resolver {
  const namespaces = namespacesOf(folder, csharp.languages);
  const find = remembered(
    (name: string) => findNamespace(namespaces, name) ?? findDeclared(namespaces, name.split('.'), '.'),
  );
  return (source, { path, facts: { declares } }) => {
    const name = source.replace(/^global::/, '').replaceAll(/<.*$|\s/gs, '');
    const found = find(name) ?? findFrom(declares[0] ?? '', name, find);
    return found && chosenFiles(path, found);
  };
}
