import { expect, test } from 'vitest';
import { path } from '../../../tests/repoPathInTests';
import { fileBlock } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import type { Turn } from '../../core/document/turn';
import { NO_LAYERS, NO_MOVES } from '../../core/tiers/layers';
import type { DocumentBlock } from '../document/documentBlock';
import { updateWanted } from './updateWanted';

test('only files with the same text can be taken for a file that has moved', () => {
  const fileOf = (name: string, hasText: boolean): DocumentBlock => ({
    ...fileBlock(path(name), { mode: 'full' }),
    ...{ hash: 'same', version: 'same', title: name, lines: 1, exact: true },
    ...{ tokens: 10, tokensAsLast: 10, leadTokens: 0 },
    ...(hasText && { hasText: true as const }),
  });
  const base = { turn: { id: '1' } as Turn, layers: NO_LAYERS, blocks: [], moves: NO_MOVES }; // the turn is not read
  const blocks = [fileOf('a.ts', true), fileOf('b.png', false)];
  const { present } = updateWanted(base, { blocks, arrangement: { layout: bySection('') } }, 'auto');
  expect(present.map(({ key, state }) => [key, state])).toEqual([
    ['file:a.ts', 'same'],
    ['file:b.png', ''],
  ]);
});
