/** Helpers to import a text, and to match a folder's files against patterns. */
import type { RepoPath } from '../src/core/files/repoPath';
import { compileGlob } from '../src/core/globs/glob';
import { parseImport } from '../src/core/presets/importText';

/** Imports a text as if from a file of this name. */
export function read(text: string, name?: string) {
  const parsed = parseImport(text, name === undefined ? {} : { name });
  if (parsed.kind === 'refused') throw new Error(`${parsed.place}: ${parsed.reason}`);
  return parsed;
}

/** Imports a text that must be refused and returns the reason. */
export function refusal(text: string, name?: string): string {
  const parsed = parseImport(text, name === undefined ? {} : { name });
  return parsed.kind === 'refused' ? `${parsed.place}: ${parsed.reason}` : 'taken';
}

/** A lookup of the files that a pattern matches. */
export function matchingOf(paths: readonly RepoPath[]) {
  return (pattern: string) => {
    const glob = compileGlob(pattern);
    if (glob.kind === 'refused') throw new Error(glob.reason);
    return Promise.resolve(paths.filter((path) => glob.matches(path)));
  };
}
