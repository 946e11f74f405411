/** Resolves the imports of small folders, with the facts of the real grammars. */
import { languageOf } from '../../src/core/files/language';
import { parseRepoPath, type RepoPath } from '../../src/core/files/repoPath';
import type { ModuleFacts } from '../../src/core/references/moduleFacts';
import {
  isManifest,
  moduleFactsOf,
  resolveImports,
  type ResolvedImport,
} from '../../src/core/references/resolveImports';
import { testFactsReader } from '../languages/wasmFiles';

const reader = testFactsReader();

/** Files by path, each with its text. */
export type FolderTexts = Readonly<Record<string, string>>;

/** The imports of each file, in order. */
export async function resolvedImports(
  files: FolderTexts,
): Promise<ReadonlyMap<string, readonly ResolvedImport[]>> {
  const texts = Object.entries(files).map(([path, text]) => [repoPath(path), text] as const);
  const facts = new Map<RepoPath, ModuleFacts>();
  for (const [path, text] of texts) {
    const outcome = await reader.factsOf(text, languageOf(path).id);
    if (outcome.kind === 'facts') facts.set(path, moduleFactsOf(outcome.facts, text));
  }
  return resolveImports({
    paths: texts.map(([path]) => path),
    manifests: new Map(texts.filter(([path]) => isManifest(path))),
    facts,
  });
}

/** Lists the files that each import of one file refers to, or its module in angle brackets if it is outside the folder. */
export async function importsOf(path: string, files: FolderTexts): Promise<readonly string[]> {
  const imports = (await resolvedImports(files)).get(path) ?? [];
  return imports.map(({ files: found, outside }) =>
    [...found.filter((each) => each !== path), ...outside.map((name) => `<${name}>`)].join(' '),
  );
}

function repoPath(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(`${text} ${parsed.reason}`);
  return parsed.path;
}
