/** References of Scala: scalameta finds declarations and imports, and the language's rules connect them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPackage } from './npmPackage';
import type { FileReferences, ReferenceTool } from './tool';

interface Parser {
  parseSource(text: string, dialect: string): Node;
}

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly error?: string;
  readonly ref?: Node;
  readonly qual?: Node;
  readonly name?: Node;
  readonly body?: Node;
  readonly templ?: Node;
  readonly stats?: readonly Node[];
  readonly pats?: readonly Node[];
  readonly importers?: readonly Node[];
  readonly importees?: readonly Node[];
  readonly rename?: Node;
}

/** Files by the full names of packages and of the declarations in them. */
interface Names {
  readonly packages: Map<string, Set<string>>;
  readonly declarations: Map<string, Set<string>>;
}

export const scalameta: ReferenceTool = {
  name: 'scalameta 4.14.2',
  languages: ['scala'],
  read: async ({ root }, files) => {
    const parser = (await loadPackage('scalameta-parsers@4.14.2')) as Parser | undefined;
    if (parser === undefined) return undefined;
    const trees = new Map<string, Node>();
    const names: Names = { packages: new Map(), declarations: new Map() };
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8');
      const tree = DIALECTS.map((dialect) => parser.parseSource(text, dialect)).find(
        ({ error }) => error === undefined,
      );
      if (tree === undefined) continue;
      trees.set(file, tree);
      addDeclared(names, tree, '', file);
    }
    // It reads no Java, which Scala can import.
    const fold = (path: string): string | undefined => (trees.has(path) ? withoutVariant(path) : undefined);
    return new Map(
      [...trees].map(([file, tree]): [string, FileReferences] => {
        const targets = new Set<string>();
        addImported(names, tree, { scopes: [''], known: new Map(), targets });
        return [file, { targets: new Set([...targets].map(withoutVariant)), fold }];
      }),
    );
  },
};

const DIALECTS = ['Scala213', 'Scala3'];

/** A build has one of several files for platforms and versions: `a/jvm/b` and `a/js/b`. */
function withoutVariant(path: string): string {
  return path.replaceAll(
    /(?<=\/)(?:js|jvm|native|js-jvm|jvm-native|js-native|scala-[\d.]+[+-]?)(?=\/)/g,
    '*',
  );
}

function addDeclared(names: Names, node: Node, home: string, file: string): void {
  for (const each of statementsOf(node)) {
    if (each.type === 'Pkg' || each.type === 'Pkg.Object') {
      const inner = joined(home, pathOf(each.ref ?? each.name));
      if (each.type === 'Pkg.Object') for (const name of [home, inner]) addTo(names.packages, name, file);
      addDeclared(names, each, inner, file);
    } else if (each.type !== 'Import') {
      addTo(names.packages, home, file);
      for (const name of [each.name, ...(each.pats ?? []).map((pattern) => pattern.name)])
        if (typeof name?.value === 'string') addTo(names.declarations, joined(home, name.value), file);
    }
  }
}

interface Scope {
  /** Names of the enclosing packages, from the innermost. */
  readonly scopes: readonly string[];
  /** Full names by the names that imports gave them. */
  readonly known: Map<string, string>;
  readonly targets: Set<string>;
}

function addImported(names: Names, node: unknown, scope: Scope): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, ref, importers = [] } = node as Node;
  for (const { ref: base, importees = [] } of importers) {
    const home = fullName(names, pathOf(base), scope);
    for (const importee of home === undefined ? [] : importees)
      addImportee(names, home ?? '', importee, scope);
  }
  const inner =
    type === 'Pkg'
      ? { ...scope, scopes: [joined(scope.scopes[0] ?? '', pathOf(ref)), ...scope.scopes] }
      : scope;
  for (const child of Object.values(node)) addImported(names, child, inner);
}

function addImportee(
  names: Names,
  home: string,
  { type, name, rename }: Node,
  { known, targets }: Scope,
): void {
  const value = String(name?.value ?? '*');
  const isAll = value === '*' || type === 'Importee.GivenAll';
  const found = isAll
    ? (names.packages.get(home) ?? declaring(names, home))
    : declaring(names, joined(home, value));
  for (const file of found ?? []) targets.add(file);
  if (!isAll) known.set(String(rename?.value ?? value), joined(home, value));
}

/** The files that declare the first name after a package: `b` of `a.b.c`. A package itself counts with all files. */
function declaring({ packages, declarations }: Names, name: string): ReadonlySet<string> | undefined {
  for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = declarations.get(at);
    if (found !== undefined) return found;
    if (packages.has(at)) return at === name ? packages.get(at) : undefined;
  }
  return undefined;
}

/** The first name is one that was imported, a member of an enclosing package, or a package. */
function fullName(
  { packages, declarations }: Names,
  path: string,
  { scopes, known }: Scope,
): string | undefined {
  const [first = '', ...rest] = path.replace(/^_root_\./, '').split('.');
  const imported = known.get(first);
  if (imported !== undefined) return [imported, ...rest].join('.');
  const home = scopes
    .map((scope) => joined(scope, first))
    .find((name) => packages.has(name) || declarations.has(name));
  return home === undefined ? undefined : [home, ...rest].join('.');
}

function statementsOf({ body, templ, stats }: Node): readonly Node[] {
  return stats ?? body?.stats ?? templ?.body?.stats ?? [];
}

/** `a.b` of a selection. */
function pathOf(node: Node | undefined): string {
  if (node?.qual !== undefined) return joined(pathOf(node.qual), String(node.name?.value));
  return String(node?.value ?? '');
}

function joined(home: string, name: string): string {
  return home === '' || name === '' ? home + name : `${home}.${name}`;
}

function addTo(files: Map<string, Set<string>>, name: string, file: string): void {
  files.set(name, (files.get(name) ?? new Set()).add(file));
}
