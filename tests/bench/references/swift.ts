/** References of Swift: the compiler's parser finds the imports, and Swift's package manager gives the files of modules. */
import { dirname, join } from 'node:path';
import { runTool, type CheckedFolder, type FileReferences, type ReferenceTool } from './tool';

export const swiftPackages: ReferenceTool = {
  name: 'Swift 6.0: describe, -dump-parse',
  languages: ['swift'],
  read: async (folder) => {
    const modules = new Map<string, readonly string[]>();
    for (const path of folder.paths) {
      if (!/(?:^|\/)Package\.swift$/.test(path)) continue;
      const targets = await targetsOf(folder, dirname(path));
      if (targets === undefined) return undefined;
      for (const [name, files] of targets) modules.set(name, files);
    }
    const references = new Map<string, FileReferences>();
    for (const file of [...modules.values()].flat()) {
      const names = await importedModules(folder.root, file);
      if (names === undefined) continue;
      references.set(file, { targets: new Set(names.flatMap((name) => modules.get(name) ?? [])) });
    }
    return references;
  },
};

/** The files of a package's targets; none if this version of Swift cannot read its manifest. */
async function targetsOf(
  { root, paths }: CheckedFolder,
  home: string,
): Promise<readonly (readonly [module: string, files: readonly string[]])[] | undefined> {
  const flags = ['package', '--disable-sandbox', '--package-path', home, 'describe', '--type', 'json'];
  const ran = await runTool('swift', flags, { cwd: root });
  if (ran === undefined) return undefined;
  const { targets } = (ran.output === '' ? { targets: [] } : JSON.parse(ran.output)) as Description;
  return targets.map(({ c99name, path, sources }) => {
    const files = sources.map((source) => join(home, path, source));
    return [c99name, files.filter((file) => file.endsWith('.swift') && paths.has(file))];
  });
}

/** The documented output of `swift package describe`. */
interface Description {
  readonly targets: readonly {
    readonly c99name: string;
    readonly path: string;
    readonly sources: readonly string[];
  }[];
}

/** Undefined for files at which the compiler crashes. */
async function importedModules(root: string, file: string): Promise<readonly string[] | undefined> {
  const ran = await runTool('swiftc', ['-frontend', '-dump-parse', file], { cwd: root });
  if (ran?.code !== 0) return undefined;
  return [...ran.output.matchAll(/^\s*\(import_decl [^\n]*module="(\w+)/gm)].map(([, name = '']) => name);
}
