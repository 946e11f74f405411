/** Tells which module an imported name comes from, so that a statement that exports it counts as a re-export. */
import type { FileImport } from '../facts/fileFacts';

export interface ImportedNames {
  /** Modules by the names that come from them. */
  readonly modules: Map<string, string>;
  /** Number of imports read so far, so that each is read once. */
  read: number;
}

interface Imports {
  readonly text: string;
  readonly imports: readonly FileImport[];
  readonly importedNames: ImportedNames;
}

/** The module that a statement before takes the name from: `./a` for `b` and `d` of `import b, { c as d } from './a'`. */
export function importedFrom({ text, imports, importedNames }: Imports, name: string): string | undefined {
  const { modules } = importedNames;
  for (; importedNames.read < imports.length; importedNames.read += 1) {
    const imported = imports[importedNames.read];
    const [source] = imported?.sources ?? [];
    if (imported === undefined || source === undefined || imported.kind !== 'import') continue;
    const clause = text.slice(imported.start, imported.end).replaceAll(NOT_BOUND, ' ');
    for (const [word] of clause.matchAll(/[\w$]+/g)) modules.set(word, source);
  }
  return modules.get(name);
}

/** The keyword, module names, and names that are bound under another one. */
const NOT_BOUND = /^import\b|"[^"\n]*"|'[^'\n]*'|(?<![\w$])[\w$]+\s+as\b|\bfrom\s*(?=["'])/g;
