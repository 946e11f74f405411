/** Reads the names that a file without a grammar uses. */
import type { LinedText } from '../facts/lineTable';
import type { FileReferences } from '../facts/references';
import { collectUses, type Definition, type NameSpelling } from './collectUses';

export interface WordRules extends NameSpelling {
  /**
   * Global and linear. At most one group matches: a name, at the end of the match. Matches without a group are comments
   * and strings, which contain no names.
   */
  readonly pattern: RegExp;
  /** Sticky: matches after a name that is called. `all` if every name is. */
  readonly calls?: RegExp | 'all';
}

export function readWords(
  source: LinedText & { readonly definitions: readonly Definition[] },
  rules: WordRules,
): FileReferences {
  const { text, definitions } = source;
  const uses = collectUses(source, rules);
  for (const match of text.matchAll(rules.pattern)) {
    const name = match.find((part, group) => group > 0 && part !== undefined);
    if (name === undefined) continue;
    const end = match.index + match[0].length;
    uses.add(end - name.length, end, isCall(text, end, rules));
  }
  return uses.packed(definitions);
}

function isCall(text: string, end: number, { calls }: WordRules): boolean {
  if (calls === undefined || calls === 'all') return calls === 'all';
  calls.lastIndex = end;
  return calls.test(text);
}
