import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { clearSiteData } from '../drive/faults';
import {
  addAnswer,
  appReport,
  copyChanges,
  copyDocument,
  importConversation,
  recordLayers,
  setSetting,
  tick,
  whenIdle,
} from '../drive/strata';
import { applyTicks, refresh } from '../drive/turns';
import { differentFiles } from '../readback/rebuiltFiles';
import { expect, test } from './support/app';
import { editFolder, makeEditedFolder, randomNumbers } from './support/editedFolder';
import { makeRepository, type Repository } from './support/makeRepository';
import { byKey, classicTiers, stableOrders, tiersByAge } from './support/recomputed';
import { chooseFromCopyMenu, openIn, reload } from './support/workbench';

const SEPARATOR = '\n\n---\n\n';
const TICKS = [
  { kind: 'tick', glob: 'src/**' },
  { kind: 'untick', glob: 'src/f1*' },
] as const;

interface TakenTurns {
  /** Each document as a whole. */
  readonly whole: readonly string[];
  /** The pasted texts: the first document, then an update for each turn. */
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

    // The kept beginning has the same bytes.
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

/** Opens a folder of one file, which is ticked, with the most stable first. */
async function openStable(page: Page, folder: string): Promise<void> {
  await openFolder(page, folder);
  await recordLayers(page);
  await setSetting(page, 'layout', 'stable');
  await tick(page, '*');
}

async function edit(page: Page, repository: Repository, content: string): Promise<void> {
  await repository.write('a.txt', content);
  await refresh(page);
}

async function numbersOf(page: Page): Promise<readonly number[]> {
  return (await appReport(page)).layers.map(({ turn }) => turn);
}

test('a document that is handed over twice is one turn, and a turn that does not count leaves nothing', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  await openStable(page, repository.path);
  await copyDocument(page);
  const downloading = page.waitForEvent('download');
  await chooseFromCopyMenu(page, 'Download document');
  await downloading;
  await whenIdle(page);
  const { turns, layers } = await appReport(page);
  expect(turns.map(({ by }) => by)).toEqual(['download']);
  expect(layers.map(({ turn }) => turn)).toEqual([1]);

  await edit(page, repository, 'two\n');
  await copyDocument(page);
  await page.locator('summary', { hasText: 'Turns' }).click();
  const newest = page.getByRole('list', { name: 'Past copies' }).getByRole('listitem').first();
  await newest.getByRole('button').click();
  await newest.getByRole('button', { name: 'Don’t count' }).click();
  await edit(page, repository, 'three\n');
  const update = await copyChanges(page);
  expect(update).toContain('- `a.txt`: changed');
  expect(await numbersOf(page)).toEqual([1, 2, 2]);
  const report = await appReport(page);
  expect(report.turns.map(({ step }) => step)).toEqual(['counted', 'undone', 'counted']);
  expect(report.layers[2]?.unchanged).toEqual(report.layers[1]?.unchanged);
});

test('two tabs of a folder take turns one after the other', async ({ app: { page, context }, site }) => {
  await using repository = await makeRepository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  await openStable(page, repository.path);
  await copyDocument(page);
  const other = await context.newPage();
  await openIn(other, site.url, repository.path);
  await recordLayers(other);
  await edit(other, repository, 'two\n');
  expect(await copyChanges(other)).toContain('two\n');
  // The first tab still has the old text, and both press the button at once.
  const press = (tab: Page): Promise<void> =>
    tab.evaluate(() => document.querySelector<HTMLButtonElement>('[data-verb="copy"]')?.click());
  await edit(other, repository, 'three\n');
  await Promise.all([press(page), press(other)]);
  await Promise.all([whenIdle(page), whenIdle(other)]);
  // If this tab has seen the change meanwhile, both have the same document, which is one turn.
  const numbers = [...(await numbersOf(page)), ...(await numbersOf(other))].sort();
  expect(numbers.slice(0, 3)).toEqual([1, 2, 3]);
  expect(numbers.slice(3)).toEqual(numbers.length > 3 ? [4] : []);
  // Each turn has built on the one before, wherever it was taken.
  await page.bringToFront();
  await edit(page, repository, 'four\n');
  await copyDocument(page);
  const last = (await appReport(page)).layers.at(-1);
  expect(last?.turn).toBe(numbers.length + 1);
  expect(last?.tiers.L3).toEqual([['b.txt', numbers.length]]);
});

/** Changes everything stored under keys of turns that end in this way. */
async function alterStored(page: Page, end: string, change: 'newer' | 'corrupt'): Promise<void> {
  const altered = await page.evaluate(
    ([suffix, how]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('strata');
        opening.onerror = () => {
          reject(new Error(opening.error?.name));
        };
        opening.onsuccess = () => {
          let count = 0;
          const writing = opening.result.transaction('values', 'readwrite');
          const cursors = writing.objectStore('values').openCursor();
          cursors.onsuccess = () => {
            const cursor = cursors.result;
            if (cursor === null) return;
            const key = String(cursor.key);
            if (key.startsWith('turn/') && key.endsWith(suffix)) {
              const value = cursor.value as object;
              cursor.update(how === 'newer' ? { ...value, version: 99 } : { ...value, hashes: 'no hash' });
              count += 1;
            }
            cursor.continue();
          };
          writing.oncomplete = () => {
            opening.result.close();
            resolve(count);
          };
        };
      }),
    [end, change] as const,
  );
  expect(altered).toBeGreaterThan(0);
}

test('turns of a newer release stay, and the user is told that copies are not recorded', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'one\n' });
  await openStable(page, repository.path);
  await copyDocument(page);
  await alterStored(page, '/list', 'newer');
  await reload(page);
  await edit(page, repository, 'two\n');
  expect(await copyDocument(page)).toContain('two\n');
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: 'newer version' }).first(),
  ).toBeVisible();
  await alterStored(page, '/list', 'newer'); // It is still there.
});

test('after a turn whose record is unreadable, the next copy is whole and counts as the first', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'one\n' });
  await openStable(page, repository.path);
  await copyDocument(page);
  const [turn] = (await appReport(page)).turns;
  await alterStored(page, `/${turn?.id}`, 'corrupt');
  await reload(page);
  await expect(page.getByText('record of the last copy lost')).toBeVisible();
  await expect(page.locator('[data-verb="copy-changes"]')).toHaveCount(0);
  await recordLayers(page);
  await edit(page, repository, 'two\n');
  await copyDocument(page);
  expect(await numbersOf(page)).toEqual([1]);
  await edit(page, repository, 'three\n');
  expect(await copyChanges(page)).toContain('- `a.txt`: changed');
});

test('after the site data is cleared, turns start from the first', async ({ app: { page, pageErrors } }) => {
  await using repository = await makeRepository({ 'a.txt': 'one\n' });
  await openStable(page, repository.path);
  await copyDocument(page);
  await clearSiteData(page);
  await edit(page, repository, 'two\n');
  expect(await copyDocument(page)).toContain('two\n');
  await edit(page, repository, 'three\n');
  expect(await copyChanges(page)).toContain('- `a.txt`: changed');
  expect(await numbersOf(page)).toEqual([1, 1, 2]);
  expect(pageErrors).toEqual([]);
});
