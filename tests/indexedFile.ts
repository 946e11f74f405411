import type { ContentHash, FileContent } from '../src/core/files/fileContent';
import type { IndexedFile } from '../workers/engine/contract';

/** A text of one line with this many tokens, alone and as a block. */
export function lineContent(tokens: number, blockTokens = tokens): FileContent {
  return {
    kind: 'text',
    hash: '' as ContentHash,
    lines: 1,
    tokens,
    encoding: 'utf-8',
    warnings: [],
    block: { tokens: blockTokens, tokensAsLast: tokens, bytes: 1, lines: 1 },
  };
}

/** An engine's report of a file with a single line of text. */
export function indexed(id: number, tokens: number): IndexedFile {
  return { id, size: 1, modified: 0, content: lineContent(tokens), checked: true };
}
