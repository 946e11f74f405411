/** Reads the names that a file without a grammar uses. */
import type { LinedText } from '../facts/lineTable';
import type { FileReferences } from '../facts/references';
import { collectUses, type Definition, type NameSpelling } from './collectUses';

export interface WordRules extends NameSpelling {
  /**
   * Global and linear. Its groups are names, of which at most one matches; without one, the match holds no names:
   * comments, strings. A name is at the end of its match.
   */
  readonly pattern: RegExp;
  /** Sticky: what is behind a name that is called; `all` if every name is. */
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
