import { expect, test } from 'vitest';
import { path } from '../../../tests/repoPathInTests';
import { fileBlock, textBlock, type Block } from '../../core/document/block';
import type { Turn } from '../../core/document/turn';
import { NO_MOVES } from '../../core/tiers/layers';
import { modelById } from '../../core/tokens/models';
import type { DocumentBlock } from '../document/documentBlock';
import { arrangementOf } from '../document/layering';
import { messagesWanted } from './messagesWanted';

const block = (made: Block, hash: string): DocumentBlock => ({
  ...{ ...made, hash, version: hash, title: '', lines: 1, exact: true },
  ...{ tokens: 10, tokensAsLast: 10, leadTokens: 0 },
});
const instructions = block(textBlock('instructions'), 'i');
const file = (name: string, hash: string): DocumentBlock =>
  block(fileBlock(path(name), { mode: 'full' }), hash);

/** The last part of messages that is as in the last turn. */
async function lastKept(before: readonly DocumentBlock[], blocks: readonly DocumentBlock[]): Promise<number> {
  const seen = new Map(before.map(({ key, hash }) => [key, { hash, since: 1 }]));
  const layers = { turn: 1, seen, printed: [], tracker: { turn: 0, items: [] } };
  const arrangement = arrangementOf(blocks, {
    ...{ name: 'sections', filesHeading: '', layers, options: { target: 0 } },
  });
  const rows = before.map(({ key, lead, tokens }) => ({ key, lead, tokens, hash: '', mode: '' }));
  const turn = { id: '1' } as Turn; // not read
  const base = { turn, layers, blocks: rows, moves: NO_MOVES };
  const spoken = {
    system: 'Be brief.',
    messages: [],
    workspaceMessage: '',
    task: '',
    attached: [],
    images: [],
  };
  const wanted = await messagesWanted(
    { blocks, arrangement, layers, base },
    { blocks: [], leftOut: [] },
    spoken,
    { format: 'anthropic', model: modelById('gpt-5') },
  );
  return wanted.lastKept;
}

test('tells up to where messages are as in the last turn: nowhere, the instructions, or a block', async () => {
  const before = [instructions, file('a.ts', '1'), file('b.ts', '1')];
  expect(await lastKept(before, [{ ...instructions, hash: 'other' }, file('a.ts', '1')])).toBe(-1);
  expect(await lastKept(before, [instructions, file('a.ts', '2')])).toBe(0);
  expect(await lastKept(before, [instructions, file('a.ts', '1'), file('b.ts', '2')])).toBe(1);
  expect(await lastKept(before, before)).toBe(2);
});

test('counts from the first block if there are no instructions', async () => {
  const before = [file('a.ts', '1'), file('b.ts', '1')];
  expect(await lastKept(before, [file('a.ts', '2')])).toBe(-1);
  expect(await lastKept(before, [file('a.ts', '1'), file('b.ts', '2')])).toBe(1);
});
