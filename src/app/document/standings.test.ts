import { expect, test } from 'vitest';
import { fileBlock, textBlock, type Block } from '../../core/document/block';
import { path } from '../../../tests/repoPathInTests';
import type { Turn } from '../../core/document/turn';
import type { DocumentBlock } from './documentBlock';
import { arrangementOf } from './layering';
import { NO_MOVES } from '../../core/tiers/layers';
import { seenPart, seenShares, tokensBefore, type SeenPart, type Standing } from './standings';

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

/** The part that a chat has seen if its last turn had the first of these lists of blocks. */
function seenAfter(before: readonly DocumentBlock[], now: readonly DocumentBlock[]): SeenPart {
  const seen = new Map(before.map(({ key, hash }) => [key, { hash, since: 1 }]));
  const layers = { turn: 1, seen, printed: [], tracker: { turn: 0, items: [] } };
  const turn = { id: '1' } as Turn; // not read
  const rows = before.map(({ key, lead, tokens }) => ({ key, lead, tokens, hash: '', mode: '' }));
  const arrangement = arrangementOf(now, {
    name: 'sections',
    filesHeading: '',
    layers,
    options: { target: 0 },
  });
  return seenPart({
    blocks: now,
    layers,
    arrangement,
    base: { turn, blocks: rows, layers, moves: NO_MOVES },
  });
}

test('ends the seen part at the first block that is printed in another way', () => {
  const changed = measured(fileBlock(path('a.ts'), { mode: 'full' }), 30, { leadTokens: 2, hash: 'other' });
  const replaced = { ...map, lacksEarlierForm: true } as const;
  const moved = { ...map, printed: { ...map, source: map.source } };
  const firstOf = (now: readonly DocumentBlock[]) => seenAfter(blocks, now).first?.key;
  expect(seenAfter(blocks, blocks)).toMatchObject({ tokens: 227, first: undefined, isShorter: false });
  expect(seenAfter(blocks, blocks.slice(0, 4))).toMatchObject({ first: undefined, isShorter: true });
  expect(firstOf(blocks.map((block) => (block === blocks[2] ? changed : block)))).toBe('file:a.ts');
  expect(firstOf(blocks.map((block) => (block === map ? replaced : block)))).toBe('section:symbolMap');
  expect(firstOf(blocks.map((block) => (block === map ? moved : block)))).toBe('section:symbolMap');
  expect(
    firstOf(blocks.map((block) => (block === map ? { ...moved, isOlder: true } : block))),
  ).toBeUndefined();
});
