import type { Locator, Page } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { drive } from '../drive/drive';
import { openFolder } from '../drive/dropFolder';
import { tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { blockOf, copyCounted } from './support/copied';
import { makeRepository, type Repository } from './support/makeRepository';
import { chooseSetting, clickBox, reload, row, runCommand } from './support/workbench';

const PYTHON = `"""Measures boats."""

import math


class Boat:
    """Floats."""

    def length(self, scale: float) -> float:
        """In meters."""
        meters = math.sqrt(scale)
        return meters * 2


def launch(boat: Boat) -> None:
    print(boat.length(4))
    print("away")
`;

const TYPESCRIPT = `import { sea } from './sea';

/** Where boats lie. */
export interface Harbor {
  readonly berths: number;
}

/** Opens a harbor. */
export function open(berths: number): Harbor {
  const harbor = { berths };
  sea.add(harbor);
  return harbor;
}
`;

function harbor(): Promise<Repository> {
  return makeRepository({
    'boat.py': PYTHON,
    'harbor.ts': TYPESCRIPT,
    'lib/first.py': PYTHON,
    'lib/second.ts': TYPESCRIPT,
    'lib/deep/third.py': PYTHON,
  });
}

/** The mode shown in a row. */
function modeOf(page: Page, name: string): Locator {
  return row(page, name).locator('[data-part="mode"]');
}

/** Activates a row by clicking its name, since its mode opens the menu, and presses a key there. */
async function pressAt(page: Page, name: string, key: string): Promise<void> {
  await row(page, name).getByText(name, { exact: true }).click();
  await page.getByRole('tree', { name: 'Files' }).press(key);
  await whenIdle(page);
}

interface Shown {
  readonly key: string;
  readonly name: string;
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

const SHOWN: readonly Shown[] = [
  {
    key: '2',
    name: 'skeleton',
    has: ['import math', 'class Boat:', 'def length(self, scale: float) -> float:', 'In meters.'],
    lacks: ['meters = math.sqrt(scale)', 'print("away")'],
  },
  {
    key: '3',
    name: 'outline',
    has: ['[Class] Boat (Lines 6-12)', '[Method] length (Lines 9-12)', '[Func] launch (Lines 15-17)'],
    lacks: ['meters = math.sqrt(scale)', 'print("away")'],
  },
  {
    key: '4',
    name: 'summary',
    has: ['Imports: math', '- class Boat: (Floats.)', '- def launch(boat: Boat) -> None:'],
    lacks: ['meters = math.sqrt(scale)', 'print("away")'],
  },
  {
    key: '7',
    name: 'name only',
    has: ['(context excluded)'],
    lacks: ['Boat', '```'],
  },
];

for (const { key, name, has, lacks } of SHOWN) {
  test(`key ${key} shows a file as ${name}, in the preview and on the clipboard`, async ({
    app: { page },
  }) => {
    await using repository = await harbor();
    await openFolder(page, repository.path);
    await tick(page, '*.{py,ts}');
    await pressAt(page, 'boat.py', key);
    await expect(modeOf(page, 'boat.py')).toHaveText(name);
    await expect(modeOf(page, 'harbor.ts')).toHaveText('full');
    const copied = await copyCounted(page);
    const block = blockOf(copied, 'boat.py');
    for (const text of has) expect(block).toContain(text);
    for (const text of lacks) expect(block).not.toContain(text);
    expect(copied).toContain(TYPESCRIPT);
    const preview = page.getByRole('region', { name: 'Document', exact: true });
    for (const text of has) await expect(preview).toContainText(text);
    for (const text of lacks.filter((gone) => gone !== '```')) await expect(preview).not.toContainText(text);
    await pressAt(page, 'boat.py', '1');
    expect(await copyCounted(page)).toContain(PYTHON);
  });
}

test("the menu opens a file's symbols to choose from", async ({ app: { page } }) => {
  await using repository = await makeRepository({
    'a.ts': 'export function one(): void {}\n',
    'b.txt': 'b\n',
  });
  await openFolder(page, repository.path);
  for (const choose of [
    () => page.getByRole('menuitem', { name: 'Select symbols' }).click(),
    () => page.keyboard.press('5'),
  ]) {
    await row(page, 'a.ts').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Select symbols' })).toBeVisible();
    await expect(page.getByRole('menu')).toBeFocused();
    await choose();
    await expect(page.getByRole('tab', { name: 'File', exact: true })).toBeFocused();
    await expect(page.getByRole('region', { name: 'Symbols' })).toContainText('one');
    await page.getByRole('tab', { name: 'Preview' }).click();
  }
  await page.getByRole('tree', { name: 'Files' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Summarize' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Select symbols' })).toHaveCount(0);
});

test('the menu sets the mode of the selected files and shows the count of each mode', async ({
  app: { page },
}) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await row(page, 'boat.py').click({ button: 'right' });
  const skeleton = page.getByRole('menuitemradio', { name: /skeleton/ });
  await expect(skeleton).toContainText(/\d+, saves \d+/);
  await skeleton.click();
  await expect(row(page, 'boat.py')).toHaveAttribute('aria-checked', 'true');
  await expect(modeOf(page, 'boat.py')).toHaveText('skeleton');
  await clickBox(page, 'harbor.ts');
  await modeOf(page, 'harbor.ts').click();
  await page.getByRole('menuitemradio', { name: /outline/ }).click();
  await expect(modeOf(page, 'harbor.ts')).toHaveText('outline');
  const copied = await copyCounted(page);
  expect(blockOf(copied, 'boat.py')).not.toContain('print("away")');
  expect(blockOf(copied, 'harbor.ts')).toContain('Harbor');
  expect(blockOf(copied, 'harbor.ts')).not.toContain('sea.add(harbor)');
});

test('files ticked later get the mode of their nearest folder with one', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await pressAt(page, 'lib', '2');
  await clickBox(page, 'first.py');
  await expect(modeOf(page, 'first.py')).toHaveText('skeleton');
  await pressAt(page, 'deep', '4');
  await clickBox(page, 'third.py');
  await clickBox(page, 'boat.py');
  await expect(modeOf(page, 'third.py')).toHaveText('summary');
  await expect(modeOf(page, 'boat.py')).toHaveText('full');
  const copied = await copyCounted(page);
  expect(blockOf(copied, 'lib/first.py')).toContain('def length');
  expect(blockOf(copied, 'lib/first.py')).not.toContain('print("away")');
  expect(blockOf(copied, 'lib/deep/third.py')).toContain('Imports: math\n');
  expect(copied).toContain(PYTHON);
});

test('a mode is undone and redone', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, '*.{py,ts}');
  const before = await copyCounted(page);
  await pressAt(page, 'boat.py', '3');
  const after = await copyCounted(page);
  expect(after).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect(modeOf(page, 'boat.py')).toHaveText('full');
  expect(await copyCounted(page)).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(modeOf(page, 'boat.py')).toHaveText('outline');
  expect(await copyCounted(page)).toBe(after);
});

test('modes, also those of folders, survive a reload', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, '*.{py,ts}');
  await pressAt(page, 'boat.py', '2');
  await pressAt(page, 'harbor.ts', '7');
  await pressAt(page, 'lib', '4');
  const before = await copyCounted(page);
  await reload(page);
  await expect(modeOf(page, 'boat.py')).toHaveText('skeleton');
  await expect(modeOf(page, 'harbor.ts')).toHaveText('name only');
  expect(await copyCounted(page)).toBe(before);
  await clickBox(page, 'second.ts');
  await expect(modeOf(page, 'second.ts')).toHaveText('summary');
});

test('all files are shown as summaries, except those shown by name only', async ({ app: { page } }) => {
  await using repository = await harbor();
  await openFolder(page, repository.path);
  await tick(page, '*.{py,ts}');
  await pressAt(page, 'harbor.ts', '7');
  const before = await copyCounted(page);
  await chooseSetting(page, 'Detail', 'All as summaries');
  await expect(modeOf(page, 'boat.py')).toHaveText('summary');
  const summaries = await copyCounted(page);
  expect(blockOf(summaries, 'boat.py')).toContain('- class Boat: (Floats.)');
  expect(blockOf(summaries, 'boat.py')).not.toContain('print("away")');
  expect(blockOf(summaries, 'harbor.ts')).toContain('(context excluded)');
  await chooseSetting(page, 'Detail', 'Per file');
  expect(await copyCounted(page)).toBe(before);
});

test('the report says once that a language has no grammar', async () => {
  await using repository = await makeRepository({ 'hull.xyz': 'oak\n'.repeat(50) });
  const { report } = await drive({
    folder: repository.path,
    layout: 'sections',
    ticks: [{ kind: 'tick', glob: '**' }],
    mode: 'skeleton',
    out: 'unused',
  });
  expect(report.files.map(({ path, note }) => [path, note])).toEqual([['hull.xyz', 'no grammar for .xyz']]);
});

test("a script sets the mode of all files, and its report gives each file's count as is and in other modes", async () => {
  await using repository = await harbor();
  const { copied = '', report } = await drive({
    folder: repository.path,
    layout: 'sections',
    ticks: [{ kind: 'tick', glob: '*.{py,ts}' }],
    mode: 'skeleton',
    out: 'unused',
  });
  expect(report.errors).toEqual([]);
  expect(report.document.tokens).toBe(countTokens(copied));
  const ticked = report.files.filter((file) => file.ticked).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(ticked.map(({ path, mode }) => [path, mode])).toEqual([
    ['boat.py', 'skeleton'],
    ['harbor.ts', 'skeleton'],
  ]);
  for (const { path, tokensByMode } of ticked) {
    const { full = 0, skeleton = 0, outline = 0, summary = 0, none = 0 } = tokensByMode ?? {};
    for (const tokens of [full, skeleton, outline, summary, none]) expect(tokens).toBeGreaterThan(0);
    expect(skeleton).toBeLessThan(full);
    const block = report.document.blocks.find((one) => one.path === path);
    // The first block also counts the heading above all files.
    expect(block?.tokens).toBeGreaterThanOrEqual(path === 'boat.py' ? skeleton : skeleton - 1);
  }
  const [python, typescript] = ticked;
  expect(python?.symbols?.map(({ kind, path }) => [kind, path])).toEqual([
    ['Class', 'Boat'],
    ['Method', 'Boat.length'],
    ['Func', 'launch'],
  ]);
  expect(typescript?.symbols?.map(({ name, startLine, endLine }) => [name, startLine, endLine])).toEqual([
    ['Harbor', 4, 6],
    ['berths', 5, 5],
    ['open', 9, 13],
  ]);
  const lines = PYTHON.split('\n');
  const hidden = python?.gaps?.flatMap(({ startLine, endLine }) => lines.slice(startLine - 1, endLine)) ?? [];
  expect(hidden.map((line) => line.trim())).toEqual([
    'meters = math.sqrt(scale)',
    'return meters * 2',
    'print(boat.length(4))',
    'print("away")',
  ]);
  for (const line of hidden) expect(copied).not.toContain(line);
});

test('the guide shows one file in every mode, opens at the place that was asked for, and gives the focus back', async ({
  app: { page },
}) => {
  const guide = page.getByRole('dialog', { name: 'Guide' });
  const opener = page.getByRole('button', { name: 'Guide' });
  await opener.click();
  const texts = guide.getByRole('region', { name: /^The file as / });
  await expect(texts).toHaveCount(6);
  await expect(texts.first()).toContainText('def height_at(harbour: Harbour, time: datetime) -> float:');
  await expect(guide.getByRole('region', { name: 'The file as slices' })).toContainText('[Slice: formula]');
  const tokens = await guide.getByText(/^\d+ tokens$/).allInnerTexts();
  const [full = 0, ...others] = tokens.map((text) => parseInt(text));
  expect(others).toHaveLength(5);
  expect(Math.max(...others)).toBeLessThan(full);
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'Try the sample' }).click();
  await whenIdle(page);
  for (const [name, title] of [
    ['Guide: how much of the files to show', 'Three ways to say how much'],
    ['Guide: personas and presets', 'A persona or a preset'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    const heading = guide.getByRole('heading', { name: title });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await runCommand(page, 'Guide');
  await guide.getByRole('button', { name: 'What leaves your machine' }).click();
  await expect(guide.getByRole('heading', { name: 'What leaves your machine' })).toBeFocused();
  // The example has an engine of its own, so the open folder still counts.
  await page.keyboard.press('Escape');
  await clickBox(page, 'README.md');
  await whenIdle(page);
});
