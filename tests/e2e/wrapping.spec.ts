import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { importConversation, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { reload, showTab } from './support/workbench';

/** Lets a list finish measuring its rows. */
function framesPass(page: Page, count: number): Promise<void> {
  return page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

test('long lines: prose wraps, code does after Alt+Z in all tabs and after a reload, and find and folds keep their places', async ({
  app: { page },
}) => {
  const words = 'word '.repeat(60);
  await using repository = await makeRepository({
    'a.md': `# Prose\n${words}needle\n`,
    'b.ts': `const a = '${words}thread';\nconst b = 1;\n`,
    'c.ts': `const huge = '${'x'.repeat(1_000_000)}';\n`,
    // Taller than the list in a short window.
    'd.md': `tick ${'word '.repeat(380)}tick\n`,
  });
  await openFolder(page, repository.path);
  await tick(page, '**');
  await whenIdle(page);
  const document = page.getByRole('region', { name: 'Document' });
  const line = (text: string) => document.locator('.document-row', { hasText: text }).first();
  const heightOf = async (text: string) => (await line(text).boundingBox())?.height ?? 0;
  await expect(line('needle')).toBeVisible();
  await expect.poll(() => heightOf('needle')).toBeGreaterThan(30);
  expect(await heightOf('thread')).toBe(20);

  const wrap = page.getByRole('button', { name: 'Wrap code' });
  await expect(wrap).toHaveAttribute('aria-pressed', 'false');
  // The letter counts, not its position on the keyboard.
  await page.evaluate(() => {
    const key = { key: 'z', code: 'KeyY', altKey: true, bubbles: true };
    window.document.body.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  await expect(wrap).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => heightOf('thread')).toBeGreaterThan(30);
  await page.getByRole('searchbox', { name: 'Find in document' }).fill('thread');
  await expect(document.locator('mark.current')).toBeInViewport();
  await page.getByRole('button', { name: 'Lines of a.md' }).click();
  await expect(line('needle')).toHaveCount(0);
  await expect(document.locator('mark.current')).toBeInViewport();

  await page.setViewportSize({ width: 1024, height: 500 });
  await page.getByRole('searchbox', { name: 'Find in document' }).fill('tick');
  for (const position of ['1 of 2', '2 of 2', '1 of 2', '2 of 2']) {
    await expect(page.getByTitle(position, { exact: true })).toBeVisible();
    await framesPass(page, 10);
    await expect(document.locator('mark.current')).toBeInViewport();
    await page.keyboard.press('F3');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await document.press('Home');

  await document.getByRole('button', { name: '### `b.ts`' }).click();
  await expect(page.getByRole('tree', { name: 'Files', exact: true })).toBeFocused();
  await showTab(page, 'File');
  await expect(page.locator('.cm-lineWrapping')).toContainText('thread');
  await page.keyboard.press('Alt+z');
  await expect(page.locator('.cm-lineWrapping')).toHaveCount(0);
  await showTab(page, 'Discussion');
  await importConversation(page, JSON.stringify([{ role: 'user', content: `\`\`\`\n${words}\n\`\`\`` }]));
  const code = page.locator('.code-block');
  const list = page.getByRole('list', { name: 'Messages' });
  const narrow = (await code.boundingBox()) ?? { width: Infinity, height: 0 };
  expect(narrow.width).toBeLessThan((await list.boundingBox())?.width ?? 0);
  await page.keyboard.press('Alt+z');
  await expect.poll(async () => (await code.boundingBox())?.height ?? 0).toBeGreaterThan(narrow.height + 30);

  await showTab(page, 'Preview');
  await document.press('End');
  await expect(line('tick')).toBeInViewport();
  for (const pressed of ['false', 'true']) {
    await page.keyboard.press('Alt+z');
    await expect(wrap).toHaveAttribute('aria-pressed', pressed);
    await framesPass(page, 10);
    await expect(line('tick')).toBeInViewport();
  }
  await reload(page);
  await whenIdle(page);
  await showTab(page, 'Preview');
  await expect.poll(() => heightOf('thread')).toBeGreaterThan(30);
});
