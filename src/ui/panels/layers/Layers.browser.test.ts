import { HeldExports } from '../../../app/secrets/heldExports.svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { path } from '../../../../tests/repoPathInTests';
import { storageInMemory } from '../../../../tests/storageInMemory';
import {
  engineWith,
  idle,
  indexedText,
  NOTHING_ASSEMBLED,
  workspaceWith,
} from '../../../../tests/workspaceInTests';
import { Handover } from '../../../app/handover/handover.svelte';
import { Settings } from '../../../app/storage/settings.svelte';
import Layers from './Layers.svelte';

const HASH = '0'.repeat(64);
const NAMES = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];

/** The panel over a folder of four selected files of five tokens each. */
async function openPanel() {
  const { engine, tell } = engineWith({
    setSection: () => Promise.resolve([]),
    assemble: (plan) =>
      Promise.resolve({
        ...{ ...NOTHING_ASSEMBLED, hash: HASH },
        blocks: plan.map((block) => ({ ...block, hash: HASH, tokens: 5, bytes: 20 })),
      }),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const write = (id: number, hash: string) => tell({ kind: 'indexed', files: [indexedText(id, hash)] });
  tell({ kind: 'entries', entries: NAMES.map((name, id) => ({ id, path: path(name), kind: 'file' })) });
  NAMES.forEach((name, id) => write(id, name));
  tell(idle);
  workspace.choices.tick(NAMES.map(path), true, 'Tick');
  await workspace.document.settled();
  const clipboard: string[] = [];
  const clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
  const settings = new Settings(storageInMemory(), clock, () => undefined);
  const ports = {
    clipboard: {
      write: async (content: Promise<Blob>) => {
        clipboard.push(await (await content).text());
        return { kind: 'copied' as const };
      },
    },
    outputs: { canChooseFolder: false } as never, // Nothing here exports to files.
    notify: () => undefined,
    heldExports: new HeldExports(),
  };
  const shown: string[] = [];
  let broken = 0;
  const { breakdown } = workspace.stability;
  workspace.stability.breakdown = (model) => {
    broken += 1;
    return breakdown.call(workspace.stability, model);
  };
  await render(Layers, {
    app: { settings, handover: new Handover(ports, settings, { isSetUp: false }) },
    workspace,
    onblock: (key: string) => shown.push(key),
    oncommand: (id: string) => shown.push(id),
  });
  return {
    ...{ workspace, write, settings, clipboard, shown },
    copy: async () => {
      await workspace.output.handOver('whole', (document) => document.then(() => 'copy'));
      await workspace.document.settled();
    },
    timesBroken: () => broken,
  };
}

const rows = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(' '));

test('is one line before the first copy, with the order of the document', async () => {
  const { workspace, timesBroken } = await openPanel();
  await expect.element(page.getByText('Layers: nothing copied yet')).toBeVisible();
  await page.getByRole('button', { name: 'Order: By section' }).click();
  await page.getByRole('menuitemradio', { name: 'Most stable first' }).click();
  expect(workspace.composition.options.layout).toBe('stable');
  expect(timesBroken()).toBe(0);
});

test('tells what the next copy repeats, and leads to the first change', async () => {
  const { copy, write, shown } = await openPanel();
  await copy();
  await expect.element(page.getByText('Nothing has changed since the last copy')).toBeVisible();
  expect(rows().slice(1, 6)).toEqual(['L0 empty', 'L1 empty', 'L2 empty', 'L3 empty', 'active 4 20 yes']);
  for (const turn of [1, 2, 3]) {
    write(2, `other ${turn}`);
    await copy();
  }
  write(2, 'again other');
  await expect.element(page.getByText('12 of 21 (57%) unchanged since the last copy')).toBeVisible();
  await expect.poll(rows).toContain('L3 3 15 66%');
  expect(rows()).toContain('active 1 5 no');
  await expect.element(page.getByRole('img')).toHaveAccessibleName('Tokens by layer: L3 15, active 5');
  await page.getByRole('button', { name: 'c.ts' }).click();
  await page.getByRole('button', { name: 'Treemap' }).click();
  expect(shown).toEqual(['file:c.ts', 'treemap']);
});

test('lists what moves, and how far each part is', async () => {
  const { copy, write, shown } = await openPanel();
  for (const turn of [1, 2, 3]) {
    await copy();
    write(0, `other ${turn}`);
  }
  await page.getByText('Next copy').click();
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(/b.ts\s*active → L3/);
  await page.getByText('Next copy').click();
  await page.getByText('Progress of each part').click();
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(/L3\s*b.ts\s*3 steps to L2/);
  await expect.element(page.getByRole('listitem').last()).toHaveTextContent(/active\s*a.ts\s*3 steps to L3/);
  await page.getByRole('button', { name: 'd.ts' }).click();
  expect(shown).toEqual(['file:d.ts']);
});

test('computes nothing while it is folded', async () => {
  const { copy, write, workspace, timesBroken } = await openPanel();
  await copy();
  await expect.element(page.getByRole('table')).toBeVisible();
  await page.getByText('Layers').click();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  const before = timesBroken();
  write(1, 'other');
  await workspace.document.settled();
  await copy();
  expect(timesBroken()).toBe(before);
  await page.getByText('Layers').click();
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(timesBroken()).toBeGreaterThan(before);
});

test('gives the cost in money once the price is known, for each model', async () => {
  const { copy, settings } = await openPanel();
  await copy();
  const cold = () => document.querySelector('[data-cost="cold"]')?.textContent;
  await expect.poll(cold).toBe('21');
  await page.getByRole('spinbutton', { name: 'Price of 1M input tokens' }).fill('1250');
  await expect.poll(cold).toBe('21 · $0.0263');
  expect(settings.data.inputPrices).toEqual({ 'gpt-5': 1250 });
  await page.getByRole('spinbutton', { name: 'Price of 1M input tokens' }).fill('');
  await expect.poll(cold).toBe('21');
  expect(settings.data.inputPrices).toEqual({});
});

test('copies the breakdown', async () => {
  const { copy, clipboard } = await openPanel();
  await copy();
  await page.getByRole('button', { name: 'Copy breakdown' }).click();
  await expect.poll(() => clipboard.length).toBe(1);
  expect(JSON.parse(clipboard[0] ?? '')).toMatchObject({
    tokens: { turn: 21 },
    items: [{ key: 'file:a.ts' }, {}, {}, {}],
  });
});

test('asks for the smallest cached tier only in classic tiers, where 0 is a value', async () => {
  const { copy, workspace } = await openPanel();
  await copy();
  await expect.element(page.getByRole('table')).toBeVisible();
  const field = page.getByRole('spinbutton', { name: 'Smallest cached tier' });
  await expect.element(field).not.toBeInTheDocument();
  workspace.set('layout', 'classic');
  await expect.element(field).toHaveAttribute('placeholder', '1,536');
  await field.fill('0');
  expect(workspace.composition.options.cacheTarget).toBe(0);
  await userEvent.clear(field);
  expect(workspace.composition.options.cacheTarget).toBeUndefined();
});

test('rearranges all parts for a cold cache', async () => {
  const { copy, workspace } = await openPanel();
  await copy();
  workspace.set('layout', 'stable');
  await page.getByRole('button', { name: 'Rearrange all' }).click();
  await expect.element(page.getByText('The next copy starts a new chat')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Rearrange all' })).not.toBeInTheDocument();
});
