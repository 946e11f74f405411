import { expect, it } from 'vitest';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { RepoPath } from '../files/repoPath';
import { createPathIndex } from '../replies/placing/findPath';
import { readReply } from '../replies/readReply';
import { editInstructions, requestInstructions } from './instructions';
import { readRequests } from './readRequests';

const paths = ['src/config.ts', 'src/server.ts', 'src/router.ts'] as RepoPath[];
const known = {
  paths: createPathIndex(paths),
  filesOfSymbol: (name: string) => (name === 'createServer' ? [paths[1] as RepoPath] : []),
};

it('shows requests in all their forms, which are read as such', () => {
  const { requests, unknown } = readRequests(requestInstructions, known);
  expect(requests).toMatchObject([
    { kind: 'file', path: 'src/config.ts' },
    { kind: 'lines', path: 'src/server.ts', from: 10, to: 80 },
    { kind: 'symbol', path: 'src/server.ts', symbol: 'createServer' },
    { kind: 'outline', path: 'src/router.ts' },
  ]);
  expect(unknown).toEqual([]);
  expect(readReply(requestInstructions)).toEqual({ edits: [], notUnderstood: [] });
});

it('shows an edit that is read as one', () => {
  const { edits, notUnderstood } = readReply(editInstructions);
  expect(edits).toMatchObject([
    {
      ...{ kind: 'change', format: 'search-replace', path: 'src/config.ts' },
      hunks: [
        {
          lines: [
            { op: 'remove', text: 'const port = 3000;' },
            { op: 'add', text: 'const port = 8080;' },
          ],
        },
      ],
    },
  ]);
  expect(notUnderstood).toEqual([]);
  expect(readRequests(editInstructions, known)).toEqual({ requests: [], unknown: [] });
});

it('reads edits of both texts together', () => {
  const both = `${requestInstructions}\n\n${editInstructions}`;
  expect(readReply(both).edits.map(({ path }) => path)).toEqual(['src/config.ts']);
  expect(readRequests(both, known).requests).toHaveLength(4);
});

it('costs few tokens', () => {
  expect(countTokens(requestInstructions) + countTokens(editInstructions)).toBeLessThanOrEqual(240);
});
