import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { copyDocument, setSetting, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings, lightFindings } from './support/axe';
import { makeRepository, type Repository } from './support/makeRepository';
import { clickBox, readClipboard, row, showTab } from './support/workbench';

const LINES = 'export const value = 1;\n'.repeat(40);

/** Files of which a test changes `src/ui/b.ts`, in the middle of the document. */
function someFiles(): Promise<Repository> {
  return makeRepository({
    'src/core/a.ts': LINES,
    'src/core/model.ts': LINES,
    'src/ui/b.ts': LINES,
    'src/ui/c.ts': LINES,
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 640 },
  { width: 800, height: 600 },
]) {
  test(`axe finds nothing in layers: ${viewport.width} x ${viewport.height}`, async ({ site }) => {
    await using app = await launchApp(site.url, { viewport });
    await using repository = await someFiles();
    const { page } = app;
    const look = viewport.width === 1440 ? findings : lightFindings;
    await openFolder(page, repository.path);
    await tick(page, '**');
    await copyDocument(page);
    await repository.write('src/ui/b.ts', 'export {};\n');
    await page.keyboard.press('Control+Shift+r');
    await setSetting(page, 'layout', 'classic');
    await whenIdle(page);
    await showTab(page, 'Context');
    await page.getByText('Progress of each part').click();
    await expect(page.getByRole('list', { name: 'Progress of each part' })).toBeVisible();
    expect(await look(page), 'panel').toEqual([]);
    await page.getByRole('button', { name: 'Treemap…' }).click();
    await expect(page.getByRole('table', { name: 'Tokens of each folder by layer' })).toBeVisible();
    expect(await look(page), 'treemap').toEqual([]);
  });
}

test('layers come with the first copy, and lead to what has changed', async ({ app: { page } }) => {
  await using repository = await someFiles();
  await openFolder(page, repository.path);
  await tick(page, '**');
  await page.getByRole('button', { name: 'Expand all folders' }).click();
  await expect(page.getByText('Layers: nothing copied yet')).toBeVisible();
  await expect(row(page, 'a.ts').locator('.tier')).toHaveCount(0);
  await copyDocument(page);
  await expect(page.getByText('Nothing has changed since the last copy')).toBeVisible();
  await expect(row(page, 'a.ts').locator('.tier')).toHaveAttribute('title', 'active: new or changed');

  await repository.write('src/ui/b.ts', 'export {};\n');
  await page.keyboard.press('Control+Shift+r');
  await whenIdle(page);
  const first = page.getByRole('button', { name: 'src/ui/b.ts', exact: true });
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row] .heading', { hasText: 'src/ui/b.ts' })).toBeInViewport();
  await page.getByRole('button', { name: 'Copy breakdown' }).click();
  await expect.poll(() => readClipboard(page)).toContain('"key": "file:src/ui/b.ts"');
});

test('a box tells what deselecting sends again', async ({ app: { page } }) => {
  await using repository = await someFiles();
  await openFolder(page, repository.path);
  await tick(page, '**');
  await page.getByRole('button', { name: 'Expand all folders' }).click();
  const box = (name: string) => row(page, name).locator('[data-part="box"]');
  expect(await box('model.ts').getAttribute('title')).toBeNull();
  await copyDocument(page);
  await expect(box('model.ts')).toHaveAttribute(
    'title',
    /^Deselecting sends [\d,]+ tokens again in the next/,
  );
  const costOf = async (name: string): Promise<number> =>
    Number((await box(name).getAttribute('title'))?.replaceAll(/\D/g, ''));
  expect(await costOf('a.ts')).toBeGreaterThan(await costOf('c.ts'));
  await clickBox(page, 'model.ts');
  await whenIdle(page);
  // Everything behind it is sent again anyway.
  await expect(box('c.ts')).not.toHaveAttribute('title');
});

test('the treemap is used by keys: folders are looked into, files are shown', async ({ app: { page } }) => {
  await using repository = await someFiles();
  await openFolder(page, repository.path);
  await tick(page, '**');
  await copyDocument(page);
  await page.getByRole('button', { name: 'Treemap…' }).click();
  const map = page.getByRole('toolbar', { name: /^Treemap of/ });
  await map.getByRole('button', { name: /^src\/ui: 2 files/ }).focus();
  await page.keyboard.press('Enter');
  await expect(map).toHaveAccessibleName('Treemap of src/ui');
  await expect(map.getByRole('button')).toHaveCount(2);
  await expect(map.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(map.getByRole('button').last()).toBeFocused();
  const label = await map.getByRole('button').last().getAttribute('aria-label');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const name = /[^/]+\.ts/.exec(label ?? '')?.[0] ?? '';
  await expect(row(page, name)).toHaveAttribute('aria-selected', 'true');
});
