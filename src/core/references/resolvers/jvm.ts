/** Java, Kotlin, Scala, and Groovy: imports name declarations of packages. */
import type { FileFacts } from '../../facts/fileFacts';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { remembered, type FolderTables } from './folder';
import {
  chosenFiles,
  findDeclared,
  findFrom,
  findNamespace,
  namespacesOf,
  NO_FILES,
  type Found,
  type Namespaces,
} from './namespaces';

export const jvm: ResolverFamily = {
  languages: ['java', 'kotlin', 'scala', 'groovy'],
  read: packageFacts,
  createResolver,
};

/** Reads the package, which is not a symbol, and the top-level names. */
function packageFacts(text: string, { symbols }: FileFacts): FurtherFacts {
  const first = symbols.find(({ kind }) => kind !== 'Namespace' && kind !== 'Module');
  const head = text.slice(0, Math.min(MAX_HEAD, first?.range.start ?? MAX_HEAD));
  const packages = [...head.matchAll(PACKAGE)].map(([, name = '']) => name.replaceAll(/[\s`]/g, ''));
  const home = packages.join('.');
  // Members of a Scala package object belong to the package of its name.
  const objects = symbols.filter(({ kind, parent }) => kind === 'Namespace' && parent < 0);
  const defines = symbols.flatMap(({ parent, name, kind }) => {
    const isTop = parent < 0 || symbols[parent]?.kind === 'Namespace';
    return isTop && kind !== 'Namespace' && kind !== 'Module' ? [plainName(name)] : [];
  });
  return {
    // Scala can nest package clauses.
    declares: [home, ...objects.map(({ name }) => (home === '' ? name : `${home}.${name}`))],
    defines: [...new Set(defines)],
  };
}

/** Leaves room for a long license before the package. */
const MAX_HEAD = 20_000;

const PACKAGE = /^[ \t]*package[ \t]+(?!object\b)([\w.`$]+)[ \t]*;?[ \t]*(?:\/[/*].*)?$/gm;

/** `map` for an extension function `List<A>.map`. */
function plainName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).replaceAll('`', '');
}

function createResolver(folder: FolderTables): Resolver {
  const packages = namespacesOf(folder, jvm.languages);
  const find = remembered((name: string) =>
    name.endsWith('.*')
      ? (findNamespace(packages, name.slice(0, -2)) ??
        findDeclared(packages, name.slice(0, -2).split('.'), '.'))
      : declaredOrPackage(packages, name),
  );
  return (source, { path, facts: { language, declares } }) => {
    // In Scala, a name can be relative to the file's package or an enclosing one.
    const home = language === 'scala' ? (declares[0] ?? '') : '';
    const found = importedNames(source).map(
      (name): Found | undefined => find(name) ?? findFrom(home, name, find),
    );
    if (found.every((each) => each === undefined)) return undefined;
    const [only = NO_FILES] = found;
    if (found.length === 1) return chosenFiles(path, only);
    return [...new Set(found.flatMap((each) => chosenFiles(path, each ?? NO_FILES)))];
  };
}

/** Scala can import a package by its name. */
function declaredOrPackage(packages: Namespaces, name: string): Found | undefined {
  const declared = findDeclared(packages, name.split('.'), '.');
  return declared === undefined || declared === NO_FILES
    ? (findNamespace(packages, name) ?? declared)
    : declared;
}

/** `a.B` and `a.C` for Scala's `a.{B, C => D}`; `a.*` for `a._` and `a.given`. */
function importedNames(source: string): readonly string[] {
  const plain = source.replaceAll(/[`\s]/g, (found) => (found === '`' ? '' : ' ')).replace(/^_root_\./, '');
  const [, base = '', list] = /^([^{]*)\.\s*\{([^}]*)\}/.exec(plain) ?? [];
  const names = list === undefined ? [plain] : list.split(',').map((each) => `${base}.${each.trim()}`);
  return names.map((name) =>
    name
      .replace(/\s+(?:=>|as)\s.*$/, '')
      .replace(/\.(?:_|given\b.*)$/, '.*')
      .replaceAll(' ', ''),
  );
}
