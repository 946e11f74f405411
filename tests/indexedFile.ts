import type { ContentHash } from '../src/core/files/fileContent';
import type { IndexedFile } from '../workers/engine/contract';

/** An engine's report of a file with a single line of text. */
export function indexed(id: number, tokens: number): IndexedFile {
  const content = {
    kind: 'text',
    hash: '' as ContentHash,
    lines: 1,
    tokens,
    encoding: 'utf-8',
    warnings: [],
    block: { tokens, tokensAsLast: tokens, bytes: 1, lines: 1 },
  } as const;
  return { id, size: 1, modified: 0, content, checked: true };
}
