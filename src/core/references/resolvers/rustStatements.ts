/** Reads the statements of Rust that facts have only in part: modules in other files, and nested `use` lists. */
import type { FileFacts, FileSymbol } from '../../facts/fileFacts';
import type { ModuleImport } from '../moduleFacts';
import { impliedImports, type FurtherFacts } from './family';

/** A module in its own file becomes an import of `mod a::b`, or of `mod a::b=path` if an attribute gives the path. */
export function rustStatements(text: string, facts: FileFacts): FurtherFacts {
  const modules = facts.symbols.filter(({ kind }) => kind === 'Module');
  const scopes = modules.filter(({ body }) => body !== undefined);
  const scopeAt = (at: number): { readonly scope?: string } => {
    const around = scopes.findLast(({ range }) => range.start <= at && at < range.end);
    return around === undefined ? {} : { scope: around.path.replaceAll('.', '::') };
  };
  const known = new Set(facts.imports.map(({ start }) => start));
  const nested = [...text.matchAll(USE)].flatMap(
    ({ 0: found, 1: lead = '', index }): readonly ModuleImport[] => {
      const start = index + lead.length;
      // Of a statement that is known, its innermost paths are not.
      if (known.has(start) && !/\{[^}]*\{/.test(found)) return [];
      return [{ sources: usedPaths(found), ...scopeAt(start) }];
    },
  );
  return {
    details: facts.imports.map(({ start }) => scopeAt(start)),
    imports: [
      ...modules.filter(({ body }) => body === undefined).map((module) => ownFile(text, module)),
      ...nested,
      ...impliedImports(usedInCode(text)),
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

/** The modules of paths that code uses without a `use`: `crate::a` for `crate::a::f()`. */
function usedInCode(text: string): readonly string[] {
  const code = text.replaceAll(/\/\/[^\n]*|^[ \t]*(?:pub[^\n;]{0,80}[ \t])?use\s[^;]{0,3000};/gm, '');
  return [...code.matchAll(PATH)].map(([path]) => path.slice(0, path.lastIndexOf('::')));
}

const PATH = /(?<![\w:$#])(?!(?:std|core|alloc|self|super)::)[a-z_]\w*(?:::\w+){1,3}/g;

const USE = /^([ \t]*)(?:pub(?:\([^()\n]{1,80}\))?[ \t]+)?use\s+[\w:{][^;]{1,3000};/gm;

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
