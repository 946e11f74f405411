/**
 * References of Java, Kotlin, and C#: universal-ctags finds the package or namespace of each type, and a pattern finds
 * the imports.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageOf } from '../../../src/core/files/language';
import type { RepoPath } from '../../../src/core/files/repoPath';
import {
  runTool,
  type CheckedFolder,
  type FileReferences,
  type ReferenceTool,
  type ToolReferences,
} from './tool';

const IMPORT: Readonly<Record<string, RegExp>> = {
  kotlin: /^import\s+([\w.*]+)/gm,
  java: /^import\s+(?:static\s+)?([\w.*]+)\s*;/gm,
  csharp: /^\s*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)\s*;/gm,
};

function ctagsOf(language: string): ReferenceTool {
  return {
    name: `ctags, ${language}`,
    languages: [language],
    read: (folder, files) => read(folder, files, language),
  };
}

export const ctagsTools: readonly ReferenceTool[] = Object.keys(IMPORT).map(ctagsOf);

async function read(
  folder: CheckedFolder,
  files: readonly string[],
  language: string,
): Promise<ToolReferences | undefined> {
  const filesByName = await declaredNames(folder, files);
  if (filesByName === undefined) return undefined;
  const references = new Map<string, FileReferences>();
  for (const file of files) {
    const text = await readFile(join(folder.root, file), 'utf8');
    const targets = new Set<string>();
    const sources = new Set<string>();
    for (const [, name = ''] of text.matchAll(IMPORT[language] ?? /$^/g)) {
      const own = found(filesByName, name);
      if (own.size > 0) sources.add(name);
      for (const target of own) targets.add(target);
    }
    // Its Kotlin parser misses whole files.
    references.set(file, language === 'kotlin' ? { targets, sources } : { targets });
  }
  return references;
}

/** Files by the full names of their packages, namespaces, and types. */
async function declaredNames(
  { root }: CheckedFolder,
  files: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined> {
  const flags = ['--output-format=json', '--fields=+sK', '-L', '-', '-f', '-'];
  const ran = await runTool('ctags', flags, { cwd: root, input: files.join('\n') });
  if (ran?.code !== 0) return undefined;
  const names = new Map<string, Set<string>>();
  const packages = new Map<string, string>();
  const add = (name: string, file: string): void => {
    names.set(name, (names.get(name) ?? new Set()).add(file));
  };
  const tags = ran.output
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Tag] : []));
  for (const { path, name, kind, scope } of tags) {
    if (kind === 'package') packages.set(path, name);
    const whole = scope === undefined ? name : `${scope}.${name}`;
    if (kind === 'package' || kind === 'namespace') add(`${whole}.*`, path);
  }
  for (const { path, name, kind, scope } of tags) {
    if (!TYPES.has(kind)) continue;
    const home = languageOf(path as RepoPath).id === 'csharp' ? undefined : packages.get(path);
    add([home, scope, name].filter((part) => part !== undefined).join('.'), path);
  }
  return names;
}

/** A tag in the documented JSON of ctags. */
interface Tag {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  readonly scope?: string;
}

const TYPES: ReadonlySet<string> = new Set([
  ...['class', 'interface', 'struct', 'enum', 'annotation', 'record'],
  ...['object', 'method', 'typealias', 'constant', 'variable'],
]);

/** A whole package, a type, or the type of a member. */
function found(files: ReadonlyMap<string, ReadonlySet<string>>, name: string): ReadonlySet<string> {
  for (let at = name; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const own = files.get(at) ?? (at === name ? files.get(`${at}.*`) : undefined);
    if (own !== undefined) return own;
  }
  return new Set();
}
