import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from '@playwright/test';
import { differentFiles } from '../bench/checkReplay';
import { openFolder } from '../drive/dropFolder';
import {
  addAnswer,
  appReport,
  copyChanges,
  copyDocument,
  importConversation,
  recordLayers,
  setSetting,
} from '../drive/strata';
import { applyTicks, refresh } from '../drive/turns';
import { expect, test } from './support/app';
import { editFolder, makeEditedFolder, randomNumbers } from './support/editedFolder';
import { byKey, classicTiers, stableOrders, tiersByAge } from './support/recomputed';

const SEPARATOR = '\n\n---\n\n';
const TICKS = [
  { kind: 'tick', glob: 'src/**' },
  { kind: 'untick', glob: 'src/f1*' },
] as const;

interface TakenTurns {
  /** Each document as a whole. */
  readonly whole: readonly string[];
  /** What was pasted after each turn: the first document, then an update for each turn. */
  readonly pasted: readonly string[];
  readonly different: readonly string[];
}

/** Copies the changes in each turn, and then the whole document, which is the same turn again. */
async function takeTurns(page: Page, folder: string, count: number): Promise<TakenTurns> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const random = randomNumbers(seed);
  const whole: string[] = [];
  const pasted: string[] = [];
  const different: string[] = [];
  for (let turn = 1; turn <= count; turn += 1) {
    if (turn > 1 && random() < 0.8) await editFolder(folder, turn, random);
    await refresh(page);
    await applyTicks(page, TICKS);
    await setSetting(page, 'task', `Task ${turn}`);
    pasted.push(await (turn === 1 ? copyDocument(page) : copyChanges(page)));
    whole.push(turn === 1 ? (pasted[0] ?? '') : await copyDocument(page));
    const { files } = await appReport(page);
    const ticked = files.filter((file) => file.ticked);
    const found = await differentFiles(folder, ticked, pasted.join('\n'));
    different.push(...found.map((path) => `turn ${turn}: ${path}`));
    if (turn % 3 === 0) await addAnswer(page, `Answer ${turn}`);
  }
  return { whole, pasted, different };
}

for (const layout of ['sections', 'stable', 'classic'] as const) {
  test(`turns in the layout ${layout} follow the rules, and their updates give the files back`, async ({
    app: { page, pageErrors },
  }) => {
    await using repository = await makeEditedFolder();
    await openFolder(page, repository.path);
    await recordLayers(page);
    await importConversation(page, JSON.stringify({ messages: MESSAGES }));
    await setSetting(page, 'layout', layout);
    await setSetting(page, 'symbol_map', 'all');
    await setSetting(page, 'cache_target_tokens', '120');
    const { whole, pasted, different } = await takeTurns(page, repository.path, 9);
    const { layers, turns, errors } = await appReport(page);
    expect([...errors, ...pageErrors, ...different]).toEqual([]);
    expect(layers.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

    // The tokens are those of the texts.
    const count = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
    expect(layers.map(({ breakdown }) => breakdown.tokens.turn)).toEqual(whole.map(count));
    const copied = whole.flatMap((text, at) => (at === 0 ? [text] : [pasted[at] ?? '', text]));
    expect(turns.map(({ tokens }) => tokens).toReversed()).toEqual(copied.map(count));

    // What stays is printed as it was.
    const blocks = whole.map((text) => text.slice(0, -1).split(SEPARATOR));
    for (const [at, { unchanged, order }] of layers.entries()) {
      const kept = blocks[at]?.slice(0, unchanged.blocks) ?? [];
      expect(kept).toEqual(blocks[at - 1]?.slice(0, unchanged.blocks) ?? []);
      expect(count(kept.map((block) => block + SEPARATOR).join(''))).toBe(unchanged.tokens);
      expect(unchanged.first).toBe(order[unchanged.blocks]);
      expect(blocks[at]?.[unchanged.blocks]).not.toBe(blocks[at - 1]?.[unchanged.blocks]);
      expect(blocks[at]).toHaveLength(order.length);
    }

    if (layout === 'classic') {
      const reported = layers.map(({ tiers, promotions, demotions, dropped }) => ({
        ...{ tiers, promotions, demotions, dropped },
      }));
      expect(layers[0]?.references).toContainEqual(['src/f0.ts', 'src/f1.ts']);
      expect(reported).toEqual(classicTiers(layers));
      expect(layers.some(({ promotions }) => promotions.length > 0)).toBe(true);
      return;
    }
    const reported = layers.map(({ tiers }) =>
      Object.fromEntries(Object.entries(tiers).map(([tier, items]) => [tier, items.toSorted(byKey)])),
    );
    expect(reported).toEqual(tiersByAge(layers));
    if (layout === 'stable') {
      const legends = blocks.map(
        (each, at) => each[layers[at]?.order.indexOf('section:symbolMap') ?? 0] ?? '',
      );
      const printed = layers.map(({ order }) => order.filter((key) => key !== 'section:task'));
      expect(printed).toEqual(stableOrders(layers, legends.map(withoutHeading)));
    }
  });
}

const MESSAGES = Array.from({ length: 6 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: ${'words '.repeat(10 * at)}`,
}));

function withoutHeading(block: string): string {
  return block.replace(/^## .*\n\n/, '');
}
