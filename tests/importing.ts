/** What becomes of a text that somebody gives to the app, and the files of a folder that patterns stand for. */
import type { RepoPath } from '../src/core/files/repoPath';
import { compileGlob } from '../src/core/globs/glob';
import { parseExchange } from '../src/core/presets/exchange';

export function read(text: string, name?: string) {
  const exchange = parseExchange(text, name === undefined ? {} : { name });
  if (exchange.kind === 'refused') throw new Error(`${exchange.place}: ${exchange.reason}`);
  return exchange;
}

export function refusal(text: string, name: string): string {
  const exchange = parseExchange(text, { name });
  return exchange.kind === 'refused' ? `${exchange.place}: ${exchange.reason}` : 'taken';
}

export function matchingOf(paths: readonly RepoPath[]) {
  return (pattern: string) => {
    const glob = compileGlob(pattern);
    if (glob.kind === 'refused') throw new Error(glob.reason);
    return Promise.resolve(paths.filter((path) => glob.matches(path)));
  };
}
