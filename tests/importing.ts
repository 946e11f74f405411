/** Helpers to import a text, and to match a folder's files against patterns. */
import type { RepoPath } from '../src/core/files/repoPath';
import { compileGlob } from '../src/core/globs/glob';
import { parseExchange } from '../src/core/presets/exchange';

/** Imports a text as if from a file of this name. */
export function read(text: string, name?: string) {
  const exchange = parseExchange(text, name === undefined ? {} : { name });
  if (exchange.kind === 'refused') throw new Error(`${exchange.place}: ${exchange.reason}`);
  return exchange;
}

/** Imports a text that must be refused and returns the reason. */
export function refusal(text: string, name?: string): string {
  const exchange = parseExchange(text, name === undefined ? {} : { name });
  return exchange.kind === 'refused' ? `${exchange.place}: ${exchange.reason}` : 'taken';
}

/** A lookup of the files that a pattern matches. */
export function matchingOf(paths: readonly RepoPath[]) {
  return (pattern: string) => {
    const glob = compileGlob(pattern);
    if (glob.kind === 'refused') throw new Error(glob.reason);
    return Promise.resolve(paths.filter((path) => glob.matches(path)));
  };
}
