/** Reads Rust statements that facts contain only in part: modules in other files, and nested `use` lists. */
import type { FileFacts, FileSymbol, Span } from '../../facts/fileFacts';
import type { ModuleImport } from '../moduleFacts';
import { impliedImports, type FurtherFacts } from './family';

/** A module in its own file becomes an import of `mod a::b`, or of `mod a::b=path` if an attribute gives the path. */
export function rustStatements(text: string, facts: FileFacts): FurtherFacts {
  const modules = facts.symbols.filter(({ kind }) => kind === 'Module');
  const scopes = modules.filter(({ body }) => body !== undefined).slice(0, MOST_SCOPES);
  const scopeAt = (at: number): { readonly scope?: string } => {
    const around = scopes.findLast(({ range }) => range.start <= at && at < range.end);
    return around === undefined ? {} : { scope: around.path.replaceAll('.', '::') };
  };
  const known = new Set(facts.imports.map(({ start }) => start));
  const statements = useStatements(text);
  const nested = statements.flatMap(({ start, end }): readonly ModuleImport[] => {
    const statement = text.slice(start, end);
    // Facts have this statement, but lack the innermost paths of nested lists.
    if (known.has(start) && !/\{[^}]*\{/.test(statement)) return [];
    return [{ sources: usedPaths(statement), ...scopeAt(start) }];
  });
  const declared = modules.filter(({ body }) => body === undefined).map((module) => ownFile(text, module));
  const isDeclared = new Set(declared.flatMap(({ sources }) => sources.map(nameIn)));
  return {
    details: facts.imports.map(({ start }) => scopeAt(start)),
    imports: [
      ...declared,
      ...modulesInMacros(text, scopeAt).filter(
        ({ sources: [source = ''] }) => !isDeclared.has(nameIn(source)),
      ),
      ...nested,
      ...includedFiles(text),
      ...impliedImports(usedInCode(text, statements)),
    ],
  };
}

function ownFile(text: string, { path, range, decorators }: FileSymbol): ModuleImport {
  const attributes = [range, ...decorators].map(({ start, end }) =>
    text.slice(start, Math.min(end, start + 500)),
  );
  const [, written] = /#\[\s*path\s*=\s*"([^"\n]+)"/.exec(attributes.join('\n')) ?? [];
  const name = path.replace(/#\d+$/, '').replaceAll('.', '::').replaceAll('r#', '');
  return { sources: [`mod ${name}${written === undefined ? '' : `=${written}`}`] };
}

/** Modules in nested macros, and in macros with attributes, are no symbols. */
function modulesInMacros(
  text: string,
  scopeAt: (at: number) => { readonly scope?: string },
): readonly ModuleImport[] {
  return [...text.matchAll(MODULE)].map(({ 1: path, 2: name = '', index, 0: line }) => {
    const { scope } = scopeAt(index + line.length - 1);
    const whole = scope === undefined ? name : `${scope}::${name}`;
    return { sources: [`mod ${whole}${path === undefined ? '' : `=${path}`}`] };
  });
}

const MODULE =
  /^[ \t]*(?:#\[path[ \t]*=[ \t]*"([^"\n]{1,300})"\]\s*)?(?:pub(?:\([^()\n]{1,80}\))?[ \t]+)?mod[ \t]+(?:r#)?(\w{1,200})[ \t]*;/gm;

/** Begins the source of an included file, with its path as written. */
export const INCLUDE = 'include ';

/** Files of `include!`, `include_str!`, and `include_bytes!`. Those in `OUT_DIR` exist only after a build. */
function includedFiles(text: string): readonly ModuleImport[] {
  return [...text.replaceAll(/^[ \t]*\/\/.*/gm, '').matchAll(INCLUDED)].map(([, root, path = '']) => ({
    sources: [`${INCLUDE}${root === undefined ? path : `/${path}`}`],
  }));
}

const INCLUDED =
  /\binclude(?:_str|_bytes)?!\s*[([{]\s*(?:concat!\s*\(\s*env!\s*\(\s*("CARGO_MANIFEST_DIR")\s*\)\s*,\s*)?"([^"\n]{1,300})"/g;

function nameIn(source: string): string {
  return source.replace(/=.*/, '');
}

/** Files with more scopes are generated. */
const MOST_SCOPES = 1_000;

/** All `use` statements, including those in bodies. */
function useStatements(text: string): readonly Span[] {
  const statements: Span[] = [];
  let end = 0;
  for (const { 0: found, 1: indent = '', index } of text.matchAll(USE)) {
    // Skips matches inside an earlier statement, or after one that doesn't end.
    if (index < end) continue;
    const semicolon = text.indexOf(';', index + found.length);
    end = semicolon < 0 ? text.length : semicolon + 1;
    if (end - index < LONGEST) statements.push({ start: index + indent.length, end });
  }
  return statements;
}

const USE = /^([ \t]*)(?:pub(?:\([^()\n]{1,80}\))?[ \t]+)?use\s/gm;
const LONGEST = 10_000;

/** The modules of paths that code uses without a `use`: `crate::a` for `crate::a::f()`. */
function usedInCode(text: string, statements: readonly Span[]): readonly string[] {
  const parts = [...statements, { start: text.length, end: text.length }].map(({ start }, at) =>
    text.slice(statements[at - 1]?.end ?? 0, start),
  );
  const code = parts.join('\n').replaceAll(/\/\/[^\n]*/g, '');
  return [...code.matchAll(PATH)].map(([path]) => path.slice(0, path.lastIndexOf('::')));
}

const PATH = /(?<![\w:$#])(?!(?:std|core|alloc|self|super)::)[a-z_]\w*(?:::\w+){1,3}/g;

/** `a::b` and `a::c::d` for `use a::{b, c::{d as e}};`. */
function usedPaths(statement: string): readonly string[] {
  const tokens = statement
    .replaceAll(/\/\/[^\n]*/g, '')
    .replace(/^[^]*?\buse\s+/, '')
    .match(/[{},;]|[^{},;]+/g);
  const paths: string[] = [];
  const prefixes: string[] = [];
  let path = '';
  const close = (): void => {
    if (path !== '') paths.push((prefixes.at(-1) ?? '') + path);
    path = '';
  };
  for (const token of tokens ?? []) {
    if (token === '{') {
      prefixes.push((prefixes.at(-1) ?? '') + path);
      path = '';
    } else if (token === '}' || token === ',' || token === ';') {
      close();
      if (token === '}') prefixes.pop();
    } else {
      path = token.replace(/\s+as\s+\w+\s*$/, '').replaceAll(/\s/g, '');
      if (path !== 'self' || prefixes.length === 0) continue;
      paths.push(prefixes.at(-1) ?? '');
      path = '';
    }
  }
  return paths.map((each) => each.replace(/::$/, ''));
}
