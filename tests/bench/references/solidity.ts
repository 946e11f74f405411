/** References of Solidity: its compiler resolves the imports of each file and asks for the files. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { loadPackage } from './npmPackage';
import type { CheckedFolder, FileReferences, ReferenceTool } from './tool';

interface Compiler {
  compile(input: string, callbacks: { import: (unit: string) => { contents: string } }): string;
}

export const solc: ReferenceTool = {
  name: 'solc 0.8.37',
  languages: ['solidity'],
  read: async (folder, files) => {
    const compiler = (await loadPackage('solc@0.8.37')) as Compiler | undefined;
    if (compiler === undefined) return undefined;
    const remappings = await remappingsOf(folder);
    const references = new Map<string, FileReferences>();
    for (const file of files) {
      const text = await readFile(join(folder.root, file), 'utf8');
      const targets = importsOf(compiler, file, text, remappings);
      const found = targets?.map((unit) => fileOf(folder, unit)).filter((each) => each !== undefined);
      if (found !== undefined) references.set(file, { targets: new Set(found) });
    }
    return references;
  },
};

/** The units that a file imports; undefined if this version of the compiler cannot parse it. */
function importsOf(
  compiler: Compiler,
  file: string,
  text: string,
  remappings: readonly string[],
): readonly string[] | undefined {
  // Any version is read, so the required one does not matter.
  const content = text.replaceAll(/\bpragma\s+solidity\b[^;]*;/g, '');
  const settings = { stopAfter: 'parsing', remappings, outputSelection: { '*': { '': ['ast'] } } };
  const input = JSON.stringify({ language: 'Solidity', sources: { [file]: { content } }, settings });
  const output = JSON.parse(compiler.compile(input, { import: () => ({ contents: '' }) })) as Output;
  const nodes = output.sources?.[file]?.ast.nodes;
  return nodes?.flatMap(({ nodeType, absolutePath }) =>
    nodeType === 'ImportDirective' && absolutePath !== undefined ? [absolutePath] : [],
  );
}

/** The part of the compiler's documented output that matters here. */
interface Output {
  readonly sources?: Readonly<
    Record<
      string,
      { readonly ast: { readonly nodes: readonly { nodeType: string; absolutePath?: string }[] } }
    >
  >;
}

/** `--base-path` is the root, and `--include-path` its packages. */
function fileOf({ paths }: CheckedFolder, unit: string): string | undefined {
  return ['', 'node_modules/', 'lib/'].map((home) => home + unit).find((path) => paths.has(path));
}

/** The remappings of each project, with its folder as their context. */
async function remappingsOf({ root, paths }: CheckedFolder): Promise<readonly string[]> {
  const remappings: string[] = [];
  for (const path of paths) {
    if (!/(?:^|\/)(?:remappings\.txt|foundry\.toml)$/.test(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    const lines = path.endsWith('.txt') ? text.split('\n') : foundryRemappings(text);
    const home = dirname(path) === '.' ? '' : `${dirname(path)}/`;
    for (const line of lines) {
      const [prefix = '', target] = line.trim().split('=');
      if (target !== undefined) remappings.push(`${home}:${prefix}=${home}${target}`);
    }
  }
  return remappings;
}

function foundryRemappings(text: string): readonly string[] {
  const { profile } = parse(text) as { profile?: { default?: { remappings?: readonly string[] } } };
  return profile?.default?.remappings ?? [];
}
