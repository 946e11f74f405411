/** `--check references`: compares the files that imports refer to with those that independent tools find. */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageRules } from '../../src/core/languages/registry';
import { grouped } from '../../src/core/numberText';
import type { ModuleFacts } from '../../src/core/references/moduleFacts';
import { createImportResolver, isManifest, moduleFactsOf } from '../../src/core/references/resolveImports';
import { testFactsReader } from '../languages/wasmFiles';
import { textOnDisk } from '../readback/textOnDisk';
import { REFERENCE_TOOLS } from './references/tools';
import type { FileReferences, ReferenceTool } from './references/tool';
import { percent, tableText } from './tables';

export interface ReferenceFigures {
  readonly folder: string;
  readonly tool: string;
  readonly files: number;
  /** Links from file to file. */
  readonly theirs: number;
  readonly ours: number;
  readonly both: number;
  readonly missed: readonly Edge[];
  readonly extra: readonly Edge[];
  /** Milliseconds to resolve all imports of the folder. */
  readonly took: number;
}

type Edge = readonly [from: string, to: string];

const MAX_BYTES = 1_000_000;
const reader = testFactsReader();

export async function checkReferences(folders: readonly string[]): Promise<readonly ReferenceFigures[]> {
  const figures: ReferenceFigures[] = [];
  for (const folder of folders) figures.push(...(await checkFolder(folder)));
  return figures;
}

async function checkFolder(root: string): Promise<readonly ReferenceFigures[]> {
  const paths = (await pathsIn(root)) as readonly RepoPath[]; // Git lists plain, relative paths.
  const known = new Set<string>(paths);
  const manifests = new Map<RepoPath, string>();
  const facts = new Map<RepoPath, ModuleFacts>();
  for (const path of paths) {
    if ((await stat(join(root, path))).size > MAX_BYTES) continue;
    const text = isManifest(path) || hasRules(path) ? await textOnDisk(root, path) : undefined;
    if (text === undefined) continue;
    if (isManifest(path)) manifests.set(path, text);
    const read = await moduleFacts(path, text);
    if (read !== undefined) facts.set(path, read);
  }
  const begun = performance.now();
  const resolve = createImportResolver({ paths, manifests, facts });
  for (const path of facts.keys()) resolve(path);
  const took = performance.now() - begun;
  const figures: ReferenceFigures[] = [];
  for (const tool of REFERENCE_TOOLS) {
    const files = [...facts].flatMap(([path, { language }]) =>
      tool.languages.includes(language) ? [path] : [],
    );
    const read = files.length === 0 ? undefined : await tool.read({ root, paths: known }, files);
    if (read === undefined) continue;
    const targetsOf = (path: RepoPath, of: FileReferences): ReadonlySet<string> =>
      ourTargets(facts, resolve, path, of);
    figures.push({ folder: root, took, ...compare(tool, files, read, targetsOf) });
  }
  return figures;
}

function hasRules(path: RepoPath): boolean {
  return languageRules(languageOf(path).id) !== undefined;
}

async function moduleFacts(path: RepoPath, text: string): Promise<ModuleFacts | undefined> {
  const outcome = await reader.factsOf(text, languageOf(path).id);
  return outcome.kind === 'facts' ? moduleFactsOf(outcome.facts, text) : undefined;
}

/** The tracked files, or all files without git. */
async function pathsIn(root: string): Promise<readonly string[]> {
  const git = await promisify(execFile)('git', ['-C', root, 'ls-files', '-z'], { maxBuffer: 1e9 }).catch(
    () => undefined,
  );
  if (git !== undefined && git.stdout !== '') return git.stdout.split('\0').filter((path) => path !== '');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function ourTargets(
  facts: ReadonlyMap<RepoPath, ModuleFacts>,
  resolve: ReturnType<typeof createImportResolver>,
  path: RepoPath,
  { sources, fold = (target) => target }: FileReferences,
): ReadonlySet<string> {
  const imports = facts.get(path)?.imports ?? [];
  const seen = resolve(path).filter((_, at) => {
    const written = imports[at]?.sources ?? [];
    return sources === undefined || written.some((source) => sources.has(source));
  });
  const targets = seen.flatMap(({ files }) => files).filter((target) => target !== path);
  return new Set(targets.flatMap((target) => fold(target) ?? []));
}

function compare(
  tool: ReferenceTool,
  files: readonly RepoPath[],
  read: ReadonlyMap<string, FileReferences>,
  targetsOf: (path: RepoPath, of: FileReferences) => ReadonlySet<string>,
): Omit<ReferenceFigures, 'folder' | 'took'> {
  const missed: Edge[] = [];
  const extra: Edge[] = [];
  let theirs = 0;
  let ours = 0;
  let compared = 0;
  for (const path of files) {
    const found = read.get(path);
    if (found === undefined) continue;
    compared += 1;
    const own = targetsOf(path, found);
    const targets = [...found.targets].filter((target) => target !== path);
    theirs += targets.length;
    ours += own.size;
    for (const target of targets) if (!own.has(target)) missed.push([path, target]);
    for (const target of own) if (!found.targets.has(target)) extra.push([path, target]);
  }
  return { tool: tool.name, files: compared, theirs, ours, both: theirs - missed.length, missed, extra };
}

export function referencesText(figures: readonly ReferenceFigures[]): string {
  const table = tableText(
    ['folder', 'tool', 'files', 'edges of the tool', 'our edges', 'precision', 'recall', 'resolved in ms'],
    figures.map(({ folder, tool, files, theirs, ours, both, took }) => [
      folder.split('/').at(-1) ?? folder,
      tool,
      ...[files, theirs, ours].map(grouped),
      percent(both, ours, 1),
      percent(both, theirs, 1),
      grouped(Math.round(took)),
    ]),
  );
  return [table, ...figures.flatMap(examples)].join('\n');
}

const EXAMPLES = 12;

function examples({ folder, tool, missed, extra }: ReferenceFigures): readonly string[] {
  const listed = (title: string, edges: readonly Edge[]): readonly string[] =>
    edges.length === 0
      ? []
      : [
          `  ${title}: ${edges.length}`,
          ...edges.slice(0, EXAMPLES).map(([from, to]) => `    ${from} -> ${to}`),
        ];
  const lines = [...listed('missed', missed), ...listed('only ours', extra)];
  return lines.length === 0 ? [] : ['', `${folder}, ${tool}`, ...lines];
}
