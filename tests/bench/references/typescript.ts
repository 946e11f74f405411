/**
 * References of JavaScript and TypeScript, as the TypeScript compiler resolves them. It needs installed dependencies, with
 * links between the packages of a workspace.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { scriptsIn } from './scripts';
import type { CheckedFolder, FileReferences, ReferenceTool } from './tool';

export const typescriptCompiler: ReferenceTool = {
  name: `typescript ${ts.version}`,
  languages: ['javascript', 'jsx', 'typescript', 'tsx', 'vue', 'svelte'],
  read: (folder, files) => {
    const { root, paths } = folder;
    const resolve = createResolver(root);
    const ambient = ambientModules(folder);
    const packageOf = createPackageOf(folder);
    const references = new Map<string, FileReferences>();
    for (const file of files) {
      const full = join(root, file);
      const targets = new Set<string>();
      const packages = new Set<string>();
      for (const name of moduleNames(file, readFileSync(full, 'utf8'))) {
        const target = resolve(name, full);
        const path = target === undefined ? undefined : relative(root, target);
        if (path !== undefined && paths.has(path)) targets.add(path);
        if (target !== undefined) continue;
        const declaring = ambient.get(name) ?? [];
        const own = declaring.find((each) => packageOf(each) === packageOf(file));
        const declared = own ?? declaring[0];
        if (declared !== undefined) targets.add(declared);
        if (declared !== undefined && own === undefined) packages.add(packageOf(declared));
      }
      const fold = (path: string): string => (packages.has(packageOf(path)) ? packageOf(path) : path);
      references.set(file, { targets: new Set([...targets].map(fold)), fold });
    }
    return Promise.resolve(references);
  },
};

function moduleNames(file: string, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const script of scriptsIn(file, text)) {
    if (script.kind === undefined) names.add(script.text);
    else {
      const source = ts.createSourceFile(file, script.text, ts.ScriptTarget.Latest, true, script.kind);
      addNames(source, source, names);
    }
  }
  return names;
}

/** The modules that a program reads for this file, including those in the JSDoc of JavaScript. */
function addNames(node: ts.Node, source: ts.SourceFile, names: Set<string>): void {
  if (ts.isJSDoc(node) && (source.flags & ts.NodeFlags.JavaScriptFile) === 0) return;
  const name = moduleName(node, source);
  if (name !== undefined && ts.isStringLiteralLike(name)) names.add(name.text);
  for (const child of node.getChildren(source)) addNames(child, source, names);
}

function moduleName(node: ts.Node, source: ts.SourceFile): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag(node))
    return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (ts.isModuleDeclaration(node)) return ts.isExternalModule(source) ? node.name : undefined;
  const isImport =
    ts.isCallExpression(node) &&
    /^(?:import|require(?:\.resolve)?|\w+\.(?:import|require)Actual)$/.test(node.expression.getText(source));
  return isImport ? node.arguments[0] : undefined;
}

/** Declared modules without a file, by name, such as those in a bundle of types. */
function ambientModules({ root, paths }: CheckedFolder): ReadonlyMap<string, readonly string[]> {
  const modules = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.endsWith('.d.ts')) continue;
    const { ambientExternalModules } = ts.preProcessFile(readFileSync(join(root, path), 'utf8'));
    for (const name of ambientExternalModules ?? []) modules.set(name, [...(modules.get(name) ?? []), path]);
  }
  return modules;
}

/** The innermost folder with a package.json. */
function createPackageOf({ paths }: CheckedFolder): (path: string) => string {
  return (path) => {
    let at = dirname(path);
    while (at !== '.' && !paths.has(`${at}/package.json`)) at = dirname(at);
    return at;
  };
}

/** The compiler finds any kind of file if there are declarations for it, such as `a.d.svg.ts` for `a.svg`. */
const host: ts.ModuleResolutionHost = {
  ...ts.sys,
  fileExists: (path) => ts.sys.fileExists(path) || ts.sys.fileExists(declaredFile(path)),
};

function declaredFile(path: string): string {
  return path.replace(/\.d(\.\w+)\.ts$/, '$1');
}

function createResolver(root: string): (name: string, from: string) => string | undefined {
  const optionsOf = createOptions(root);
  // As Go to Source Definition resolves.
  const { customConditions = [] } = optionsOf(root);
  const sources = { noDtsResolution: true, customConditions };
  return (written, from) => {
    const options = optionsOf(dirname(from));
    const name = written.replace(/\?.*$/, '');
    const resolved = (more?: ts.CompilerOptions): ts.ResolvedModuleFull | undefined => {
      const all = { ...options, ...more };
      const mode = more && ts.ModuleKind.ESNext;
      return ts.resolveModuleName(name, from, all, host, undefined, undefined, mode).resolvedModule;
    };
    const found = resolved();
    // A package of the folder may have no build, or declare a bundle of types.
    const isBundle = found?.isExternalLibraryImport === true && /\.d\.[cm]?ts$/.test(found.resolvedFileName);
    const { resolvedFileName } =
      (found === undefined || isBundle ? resolved(sources) : undefined) ?? found ?? {};
    return resolvedFileName === undefined
      ? undefined
      : implementation(realpathSync(existingFile(resolvedFileName)));
  };
}

function existingFile(path: string): string {
  return existsSync(path) ? path : declaredFile(path);
}

/** Prefers a script or component to its declarations. */
function implementation(path: string): string {
  const script = path.replace(/\.d\.([cm]?)ts$/, '.$1js');
  const component = path.replace(/(\.\w+)\.d\.ts$/, '$1');
  return [script, component].find((each) => existsSync(each)) ?? path;
}

/** The options of the nearest config. */
function createOptions(root: string): (folder: string) => ts.CompilerOptions {
  const known = new Map<string, ts.CompilerOptions>();
  const read = (folder: string): ts.CompilerOptions => {
    const name = ['tsconfig.json', 'jsconfig.json']
      .map((each) => join(folder, each))
      .find((each) => existsSync(each));
    if (name === undefined) return folder === root ? {} : optionsOf(dirname(folder));
    const configHost = { ...ts.sys, readDirectory: () => [] };
    const { config } = ts.readConfigFile(name, (path) => ts.sys.readFile(path)) as { config: unknown };
    return ts.parseJsonConfigFileContent(config, configHost, folder, undefined, name).options;
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
