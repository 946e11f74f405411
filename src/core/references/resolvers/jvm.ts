/** Java, Kotlin, Scala, and Groovy: imports name declarations of packages. */
import type { FileFacts } from '../../facts/fileFacts';
import type { RepoPath } from '../../files/repoPath';
import type { FurtherFacts, Resolver, ResolverFamily } from './family';
import { addTo, nearest, remembered, type FolderTables } from './folder';

export const jvm: ResolverFamily = {
  languages: ['java', 'kotlin', 'scala', 'groovy'],
  read: packageFacts,
  createResolver,
};

/** The package, which is no symbol, and the names at its top. */
function packageFacts(text: string, { symbols }: FileFacts): FurtherFacts {
  const packages = [...text.slice(0, MAX_HEAD).matchAll(PACKAGE)].map(([, name = '']) =>
    name.replaceAll(/[\s`]/g, ''),
  );
  const defines = symbols.flatMap(({ parent, name, kind }) =>
    parent < 0 && kind !== 'Namespace' && kind !== 'Module' ? [plainName(name)] : [],
  );
  // Scala can write a package in several clauses, one in the other.
  return { declares: packages.length === 0 ? [''] : [packages.join('.')], defines: [...new Set(defines)] };
}

/** A long license can stand before the package. */
const MAX_HEAD = 20_000;

const PACKAGE = /^[ \t]*package[ \t]+(?!object\b)([\w.`$]+)[ \t]*;?[ \t]*(?:\/[/*].*)?$/gm;

/** `map` for an extension function `List<A>.map`. */
function plainName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).replaceAll('`', '');
}

interface Package {
  readonly files: RepoPath[];
  readonly filesByName: Map<string, RepoPath[]>;
}

function createResolver(folder: FolderTables): Resolver {
  const packages = new Map<string, Package>();
  for (const [path, { language, declares, defines }] of folder.facts) {
    if (!jvm.languages.includes(language)) continue;
    const [name = ''] = declares;
    const found = packages.get(name) ?? { files: [], filesByName: new Map<string, RepoPath[]>() };
    packages.set(name, found);
    found.files.push(path);
    for (const each of defines) addTo(found.filesByName, each, path);
  }
  const find = remembered((name: string) => findName(packages, name));
  return (source, { path, facts: { declares } }) => {
    const names = importedNames(source);
    const found = names.map((name) => {
      // In Scala, a name can continue the file's package or those around it.
      const own = find(name);
      return own ?? (isRelative(path) ? relativeTo(declares[0] ?? '', name, find) : undefined);
    });
    if (found.every((each) => each === undefined)) return undefined;
    return found.length === 1
      ? chosen(path, found[0] ?? NOTHING)
      : [...new Set(found.flatMap((each) => chosen(path, each ?? NOTHING)))];
  };
}

/** What a name refers to: all these files, or one of them, if sources for several platforms or versions declare it. */
interface Found {
  readonly files: readonly RepoPath[];
  readonly isOne: boolean;
}

const NOTHING: Found = { files: [], isOne: false };

function chosen(from: RepoPath, { files, isOne }: Found): readonly RepoPath[] {
  const file = isOne && files.length > 1 ? nearest(from, files) : undefined;
  return file === undefined ? files : [file];
}

/** The file that declares the first name after the longest known package; the whole package for `a.b.*`. */
function findName(packages: ReadonlyMap<string, Package>, name: string): Found | undefined {
  const parts = name.split('.');
  const isWhole = parts.at(-1) === '*';
  if (isWhole) parts.pop();
  for (let count = parts.length; count > 0; count -= 1) {
    const found = packages.get(parts.slice(0, count).join('.'));
    if (found === undefined) continue;
    const declared = parts[count];
    if (declared === undefined) return { files: found.files, isOne: false };
    const files = found.filesByName.get(declared);
    if (files !== undefined) return { files, isOne: true };
  }
  // Generated code, or another part of a package that is shared.
  return packages.has(parts.slice(0, -1).join('.')) ? NOTHING : undefined;
}

function relativeTo(
  home: string,
  name: string,
  find: (name: string) => Found | undefined,
): Found | undefined {
  for (let at = home; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = find(`${at}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRelative(path: RepoPath): boolean {
  return /\.(?:scala|sc|sbt)$/.test(path);
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
