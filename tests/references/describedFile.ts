/** Files for tests of links, described by their names. */
import type { FileSymbol } from '../../src/core/facts/fileFacts';
import { packUses } from '../../src/core/facts/references';
import type { RepoPath } from '../../src/core/files/repoPath';
import { createFileIndexer } from '../../src/core/ranking/indexFile';
import type { LinkedFile } from '../../src/core/references/fileLinks';
import type { ModuleImport } from '../../src/core/references/moduleFacts';

export interface DescribedFile {
  readonly language?: string;
  /** Exported names; with a leading `-`, names that are not exported. */
  readonly defines?: readonly string[];
  readonly methods?: readonly string[];
  /** Declared namespaces. */
  readonly declares?: readonly string[];
  readonly uses?: readonly string[];
  readonly imports?: readonly ModuleImport[];
}

const { indexFile } = createFileIndexer();

export function describedFile(
  path: string,
  {
    language = 'typescript',
    defines = [],
    methods = [],
    declares = [],
    uses = [],
    imports = [],
  }: DescribedFile,
): Omit<LinkedFile, 'imports'> {
  const span = { start: 0, end: 0 };
  const symbols = [...defines, ...methods].map((written): FileSymbol => {
    const name = written.replace('-', '');
    return {
      ...{ kind: methods.includes(name) ? 'Method' : 'Func', name, path: name, parent: -1 },
      ...{ range: span, signature: span, startLine: 1, endLine: 1, decorators: [] },
      exported: written === name,
    };
  });
  const references = packUses(uses.map((name) => ({ name, lines: [1], calls: [] })));
  return {
    path: path as RepoPath, // Plain paths in tests.
    terms: indexFile(path, [...defines, ...uses].join(' '), {
      language,
      family: 'code',
      symbols,
      references,
    }),
    modules: { language, imports, declares, defines: defines.map((name) => name.replace('-', '')) },
  };
}
