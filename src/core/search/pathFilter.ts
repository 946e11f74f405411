import type { RepoPath } from '../files/repoPath';
import { compileGlob, type Glob } from '../globs/glob';

export type PathFilter =
  | { readonly kind: 'filter'; matches(path: RepoPath): boolean }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Compiles a list of globs that chooses files to search, such as `src, *.ts, !*.test.ts`. Commas outside of braces separate
 * the globs; `!` excludes. A glob without a slash applies in all folders. An empty list chooses all files.
 */
export function compilePathFilter(text: string): PathFilter {
  const included: Glob[] = [];
  const excluded: Glob[] = [];
  for (const part of partsOf(text)) {
    const isExcluded = part.startsWith('!');
    for (const each of globsOf(isExcluded ? part.slice(1).trim() : part)) {
      const glob = compileGlob(each);
      if (glob.kind === 'refused') return { kind: 'invalid', reason: glob.reason };
      (isExcluded ? excluded : included).push(glob);
    }
  }
  return {
    kind: 'filter',
    matches: (path) =>
      (included.length === 0 || included.some((glob) => glob.matches(path))) &&
      !excluded.some((glob) => glob.matches(path)),
  };
}

/** A name without a slash means files and folders of that name, and everything in these folders. */
function globsOf(written: string): readonly string[] {
  const name = written.replace(/\/$/, '');
  if (name === '') return [];
  return name.includes('/') ? [written] : [name, `**/${name}`, `**/${name}/**`];
}

function partsOf(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const unit of text) {
    if (unit === '{') depth += 1;
    if (unit === '}') depth -= 1;
    if (unit === ',' && depth <= 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${unit}`);
  }
  return parts.map((part) => part.trim());
}
