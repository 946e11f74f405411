/** References of JavaScript and TypeScript, as the TypeScript compiler resolves them. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import type { FileReferences, ReferenceTool } from './tool';

export const typescriptCompiler: ReferenceTool = {
  name: `typescript ${ts.version}`,
  languages: ['javascript', 'jsx', 'typescript', 'tsx', 'vue', 'svelte'],
  read: ({ root, paths }, files) => {
    const options = createOptions(root);
    const references = new Map<string, FileReferences>();
    for (const file of files) {
      const full = join(root, file);
      const { importedFiles } = ts.preProcessFile(scriptIn(file, readFileSync(full, 'utf8')), true, true);
      const targets = new Set<string>();
      for (const { fileName } of importedFiles) {
        const target = resolved(fileName, full, options(dirname(full)));
        const path = target === undefined ? undefined : relative(root, target);
        if (path !== undefined && paths.has(path)) targets.add(path);
      }
      references.set(file, { targets });
    }
    return Promise.resolve(references);
  },
};

/** The scripts of a component. */
function scriptIn(file: string, text: string): string {
  if (!/\.(?:vue|svelte)$/.test(file)) return text;
  return [...text.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)].map(([, script]) => script).join('\n');
}

function resolved(name: string, from: string, options: ts.CompilerOptions): string | undefined {
  const { resolvedModule } = ts.resolveModuleName(name, from, options, ts.sys);
  if (resolvedModule !== undefined) return implementation(realpathSync(resolvedModule.resolvedFileName));
  // The compiler doesn't know components and styles.
  const written = resolve(dirname(from), name);
  return name.startsWith('.') && /\.\w+$/.test(name) && existsSync(written) ? written : undefined;
}

/** Prefers a script to its declarations. */
function implementation(path: string): string {
  const script = path.replace(/\.d\.([cm]?)ts$/, '.$1js');
  return existsSync(script) ? script : path;
}

/** The options of the nearest config. */
function createOptions(root: string): (folder: string) => ts.CompilerOptions {
  const known = new Map<string, ts.CompilerOptions>();
  const read = (folder: string): ts.CompilerOptions => {
    const name = ['tsconfig.json', 'jsconfig.json']
      .map((each) => join(folder, each))
      .find((each) => existsSync(each));
    if (name === undefined) return folder === root ? {} : optionsOf(dirname(folder));
    const host = { ...ts.sys, readDirectory: () => [] };
    const { config } = ts.readConfigFile(name, (path) => ts.sys.readFile(path)) as { config: unknown };
    return ts.parseJsonConfigFileContent(config, host, folder, undefined, name).options;
  };
  const optionsOf = (folder: string): ts.CompilerOptions => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const options = {
      ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext },
      ...read(folder),
      ...{ allowJs: true, resolveJsonModule: true },
    };
    known.set(folder, options);
    return options;
  };
  return optionsOf;
}
