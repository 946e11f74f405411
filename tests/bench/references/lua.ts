/** References of Lua: luaparse finds the calls of `require`, rockspecs and load paths give the files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPackage } from './npmPackage';
import type { CheckedFolder, FileReferences, ReferenceTool } from './tool';

interface Parser {
  parse(text: string, options: object): unknown;
}

interface Node {
  readonly type?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly base?: Node;
  readonly argument?: Node;
  readonly arguments?: Node | readonly Node[];
  readonly key?: Node;
}

export const luaparse: ReferenceTool = {
  name: 'luaparse 0.3.1',
  languages: ['lua'],
  read: async (folder, files) => {
    const parser = (await loadPackage('luaparse@0.3.1')) as Parser | undefined;
    if (parser === undefined) return undefined;
    const find = await moduleFinder(folder, parser);
    const references = new Map<string, FileReferences>();
    for (const file of files) {
      const tree = await parsed(folder, parser, file);
      if (tree === undefined) continue;
      const modules = [...nodesIn(tree)].flatMap((node) => requiredBy(node) ?? []);
      const targets = modules.map(find).filter((target) => target !== undefined);
      references.set(file, { targets: new Set(targets) });
    }
    return references;
  },
};

/** `require "a"`, `require("a")`, and `pcall(require, "a")`. */
function requiredBy({ type, base, argument, arguments: list = [] }: Node): string | undefined {
  if (!/^(?:String|Table)?CallExpression$/.test(type ?? '')) return undefined;
  const values = argument === undefined ? [list].flat() : [argument];
  const isGuarded = base?.name === 'pcall' && values[0]?.name === 'require';
  const named = isGuarded ? values[1] : base?.name === 'require' ? values[0] : undefined;
  return named?.type === 'StringLiteral' ? String(named.value) : undefined;
}

/** Modules of rockspecs, then files on the load paths of busted, LuaRocks, and Neovim. */
async function moduleFinder(
  folder: CheckedFolder,
  parser: Parser,
): Promise<(module: string) => string | undefined> {
  const fileByModule = new Map<string, string>();
  let loadPath = './?.lua;./?/init.lua;./lua/?.lua;./lua/?/init.lua;./src/?.lua;./src/?/init.lua';
  for (const path of folder.paths) {
    if (!/^[^/]*\.rockspec$|^\.busted$/.test(path)) continue;
    for (const { key, value } of nodesIn(await parsed(folder, parser, path))) {
      const name = key?.name ?? String(key?.value);
      const written = (value as Node | undefined)?.value; // A field's value is a node.
      if (typeof written !== 'string') continue;
      if (name === 'lpath') loadPath = `${written};${loadPath}`;
      else if (folder.paths.has(written)) fileByModule.set(name, written);
    }
  }
  const templates = loadPath.split(';').map((each) => each.replace(/^\.\//, ''));
  return (module) =>
    fileByModule.get(module) ??
    templates
      .map((template) => template.replace('?', module.replaceAll('.', '/')))
      .find((path) => folder.paths.has(path));
}

async function parsed({ root }: CheckedFolder, parser: Parser, file: string): Promise<unknown> {
  const text = await readFile(join(root, file), 'utf8');
  try {
    return parser.parse(text, { luaVersion: 'LuaJIT', encodingMode: 'x-user-defined' });
  } catch {
    return undefined; // It knows only one version of the language.
  }
}

function* nodesIn(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  for (const child of Object.values(node)) yield* nodesIn(child);
}
