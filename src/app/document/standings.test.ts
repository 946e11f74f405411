import { expect, test } from 'vitest';
import { fileBlock, textBlock, type Block } from '../../core/document/block';
import { path } from '../../../tests/repoPathInTests';
import type { DocumentBlock } from './documentBlock';
import { seenShares, tokensBefore, type SeenPart, type Standing } from './standings';

const measured = (block: Block, tokens: number, more: Partial<DocumentBlock> = {}): DocumentBlock => ({
  ...block,
  ...{ hash: '', version: '', title: '', lines: 1, exact: true, tokens, tokensAsLast: tokens, leadTokens: 0 },
  ...more,
});
const file = (name: string, tokens: number, leadTokens = 0): DocumentBlock =>
  measured(fileBlock(path(name), { mode: 'full' }), tokens, { leadTokens });
const part = (name: string, tokens: number) => ({ key: `symbol:${name}`, hash: '', tokens });

const map = measured(textBlock('symbolMap'), 50, { parts: [part('x.ts', 10), part('y.ts', 15)] });
const blocks = [
  measured(textBlock('instructions'), 100),
  map,
  file('a.ts', 30, 2),
  file('b.ts', 40),
  measured(textBlock('task'), 5),
];
const seen: SeenPart = { tokens: 182, blocks: 3, first: blocks[3], isShorter: false };

test('gives what comes before each seen block, and before each part of it', () => {
  expect(Object.fromEntries(tokensBefore(blocks, seen))).toEqual({
    'section:instructions': 0,
    'section:symbolMap': 100,
    'symbol:x.ts': 100,
    'symbol:y.ts': 100,
    'file:a.ts': 150,
  });
});

test('tells for each tier how much of it has been seen', () => {
  const standings = new Map<string, Standing>([
    ['symbol:x.ts', { tier: 'L3', n: 3 }],
    ['symbol:y.ts', { tier: 'L1', n: 10 }],
    ['file:a.ts', { tier: 'L3', n: 3 }],
    ['file:b.ts', { tier: 'L3', n: 4 }],
  ]);
  expect(Object.fromEntries(seenShares(blocks, seen, standings))).toEqual({
    ...{ L0: 1, L1: 1, active: 0 },
    L3: 0.5,
  });
});
