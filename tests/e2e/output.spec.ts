import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { copyDocument, setPersona, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository, type Repository } from './support/makeRepository';
import { save } from './support/presets';
import {
  chooseFromCopyMenu,
  copyButton,
  instructionsBox,
  readClipboard,
  row,
  taskBox,
  toast,
  treeScope,
} from './support/workbench';

type Box = Awaited<ReturnType<Locator['boundingBox']>> | undefined;

function sources(): Promise<Repository> {
  return makeRepository({ 'a.ts': 'export {};\n', 'b.md': '# ä 🦊\n', 'c.bin': new Uint8Array([0, 1]) });
}

/** Composes everything that a document can contain. */
async function compose(page: Page, repository: Repository): Promise<void> {
  await openFolder(page, repository.path);
  await tick(page, '*.{ts,md}');
  await (await instructionsBox(page)).fill('Answer briefly.');
  await treeScope(page).selectOption('all');
  await taskBox(page).fill('Explain ``` and more.');
  await whenIdle(page);
}

/** Horizontal overlap of two boxes in pixels. */
function overlap(one: Box, other: Box): number {
  if (!one || !other) throw new Error('nothing on the screen');
  const shared = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  return Math.max(0, shared);
}

async function downloaded(page: Page, start: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Tests cannot use the system's folder picker: it returns the next dropped folder, a real one. */
async function pickByDrop(page: Page, folder: string): Promise<void> {
  await page.evaluate(() => {
    const dropped = new Promise<FileSystemDirectoryHandle>((resolve) => {
      const take = (event: DragEvent): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
        void event.dataTransfer?.items[0]
          ?.getAsFileSystemHandle()
          .then((handle) => resolve(handle as FileSystemDirectoryHandle));
      };
      window.addEventListener('drop', take, { capture: true, once: true });
    });
    globalThis.showDirectoryPicker = () => dropped;
  });
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await session.detach();
}

test('toasts cover the text in the middle, but no controls beside it', async ({ app: { page } }) => {
  await using repository = await sources();
  await compose(page, repository);
  for (let copies = 0; copies < 3; copies += 1) {
    await copyDocument(page);
    await toast(page).hover();
  }
  const messages = await toast(page).boundingBox();
  for (const pane of ['tree', 'side']) {
    const box = await page.locator(`[data-pane="${pane}"]`).boundingBox();
    expect(overlap(messages, box)).toBe(0);
  }
  const middle = await page.getByRole('region', { name: 'Document', exact: true }).boundingBox();
  expect(overlap(messages, middle)).toBeGreaterThan(300);
});

test('copied, downloaded and saved are the same bytes', async ({ app: { page } }) => {
  await using repository = await sources();
  await using outputs = await makeRepository({}, { name: 'outputs' });
  await compose(page, repository);
  const copied = await copyDocument(page);
  const { name, text } = await downloaded(page, () => chooseFromCopyMenu(page, 'Download document'));
  expect(text).toBe(copied);
  expect(name).toBe('repository.md');
  await pickByDrop(page, outputs.path);
  await chooseFromCopyMenu(page, 'Save as numbered file');
  await expect(page.getByText('Saved context_001.md in outputs')).toBeVisible();
  expect(await readFile(join(outputs.path, 'context_001.md'), 'utf8')).toBe(copied);
});

test('numbering continues after the highest, gaps stay, and old files are untouched', async ({
  app: { page },
}) => {
  await using repository = await sources();
  const old = {
    'context_001.md': 'one',
    'context_007.md': 'seven',
    'context_9.md': 'not a number of ours',
    'context_099.txt': 'another kind',
    'other_500.md': 'another name',
    'CONTEXT_800.md': 'another case',
  };
  await using outputs = await makeRepository(old, { name: 'outputs' });
  await compose(page, repository);
  await pickByDrop(page, outputs.path);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved context_008.md')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved context_009.md')).toBeVisible();
  for (const [name, text] of Object.entries(old))
    expect(await readFile(join(outputs.path, name), 'utf8')).toBe(text);
  const added = (await readdir(outputs.path)).filter((name) => !(name in old));
  expect(added.sort()).toEqual(['context_008.md', 'context_009.md']);
});

test('a refused clipboard falls back to a download, and says so', async ({ site }) => {
  await using app = await launchApp(site.url, { grants: { clipboard: 'denied' } });
  const { page } = app;
  await page.addInitScript(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('Not now', 'NotAllowedError'));
  });
  await page.reload();
  await using repository = await sources();
  await compose(page, repository);
  const { text } = await downloaded(page, () => copyButton(page).click());
  await expect(toast(page)).toContainText("Couldn't copy");
  await expect(toast(page)).toContainText('Downloaded instead');
  expect(text).toContain('### `a.ts`');
});

test('the static part begins the document, and the rest ends it', async ({ app: { page } }) => {
  await using repository = await sources();
  await compose(page, repository);
  const whole = await copyDocument(page);
  await chooseFromCopyMenu(page, 'Copy without discussion and task');
  await whenIdle(page);
  const first = await readClipboard(page);
  await chooseFromCopyMenu(page, 'Copy only discussion and task');
  await whenIdle(page);
  const rest = await readClipboard(page);
  expect(first.endsWith('\n')).toBe(true);
  expect(whole.startsWith(first.slice(0, -1))).toBe(true);
  expect(rest.startsWith('## Task\n')).toBe(true);
  expect(`${first.slice(0, -1)}\n\n---\n\n${rest}`).toBe(whole);
});

test('Ctrl+Enter copies from anywhere, and the same ticks give the same bytes', async ({ app: { page } }) => {
  await using repository = await sources();
  await compose(page, repository);
  await taskBox(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText(/Copied: [\d,]+ tokens, 2 files/);
  const copied = await readClipboard(page);
  expect(copied.match(/^## .*$/gm)).toEqual(['## Instructions', '## File Tree', '## Files', '## Task']);
  expect(await copyDocument(page)).toBe(copied);
});

test('the toast names files copied without their text', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.ts': 'a\n', 'b.dat': new Uint8Array([1, 0, 2]) });
  await openFolder(page, repository.path);
  await tick(page, '**');
  expect(await copyDocument(page)).toContain('### `b.dat`\n\n(not shown: ');
  await expect(toast(page)).toContainText('Left out: b.dat');
});

test('a copy larger than the window warns, and one click makes it fit', async ({ app: { page } }) => {
  const lines = Array.from({ length: 4_000 }, (_, at) => `  total += ${at} * factor;`).join('\n');
  const large = `export function sum(factor) {\n  let total = 0;\n${lines}\n  return total;\n}\n`;
  await using repository = await makeRepository({ 'large.js': large });
  await openFolder(page, repository.path);
  await tick(page, '**');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('chatgpt-free');
  await copyDocument(page);
  await expect(toast(page)).toHaveAttribute('data-type', 'warning');
  await expect(toast(page)).toContainText(/Too large: \d{3}% of the 16K tokens/);
  await toast(page).getByRole('button', { name: 'Shrink to fit' }).click();
  await expect(row(page, 'large.js')).toContainText('skeleton');
  await expect(toast(page)).toContainText('1 file shown as skeleton');
  await copyDocument(page);
  await expect(toast(page)).toHaveAttribute('data-type', 'success');
});

test('a copy with a sensitive file warns, and shows the file', async ({ app: { page } }) => {
  await using repository = await makeRepository({ '.env': 'MODE=production\n', 'src/a.ts': 'a\n' });
  await openFolder(page, repository.path);
  await tick(page, '.env');
  await copyDocument(page);
  await expect(toast(page)).toHaveAttribute('data-type', 'warning');
  await expect(toast(page)).toContainText('Sensitive by its name: .env');
  await row(page, 'src').click();
  await toast(page).getByRole('button', { name: 'Show file' }).click();
  await expect(page.getByRole('tree')).toBeFocused();
  await expect(row(page, '.env')).toHaveAttribute('aria-selected', 'true');
});

test('with nothing to copy, every output is disabled, with the reason', async ({ app: { page } }) => {
  await using repository = await sources();
  await openFolder(page, repository.path);
  await expect(copyButton(page)).toBeDisabled();
  await expect(copyButton(page)).toHaveAttribute('title', /Select files or write a task/);
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await page.keyboard.press('Control+Enter');
  await whenIdle(page);
  expect(await readClipboard(page)).toBe('before');
  await taskBox(page).fill('Only a task.');
  await expect(copyButton(page)).toBeEnabled();
  expect(await copyDocument(page)).toBe('## Task\n\nOnly a task.\n');
});

test('the whole top bar fits a narrow window, whatever is selected there', async ({ app }) => {
  const { page } = app;
  await using repository = await sources();
  await compose(page, repository);
  await setPersona(page, 'implement');
  await save(page, 'a preset with a name that is longer than any bar has room for');
  await page.keyboard.press('Escape');
  const folder = page.getByRole('button', { name: 'Folder repository' }).locator('bdi');
  for (const width of [640, 800, 1_024]) {
    await page.setViewportSize({ width, height: 600 });
    // Widths are rounded.
    expect(await folder.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(1);
    for (const button of await page.locator('header').getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 });
  }
});
