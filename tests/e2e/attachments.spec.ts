import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { appReport, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { copyCounted } from './support/copied';
import { makeRepository } from './support/makeRepository';
import { clickBox, reload, taskBox } from './support/workbench';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Discussion', exact: true });
const items = (page: Page): Locator =>
  panel(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>`;
const picture = `data:image/svg+xml;base64,${Buffer.from(`${svg}<!-- ${'padding '.repeat(300)}-->`).toString('base64')}`;
const minified = `{"rows":[${Array.from({ length: 900 }, (_, at) => `{"id":${at}}`).join(',')}]}`;

/** Pastes like a user. */
async function paste(page: Page, box: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await box.focus();
  await page.keyboard.press('ControlOrMeta+v');
}

async function said(page: Page): Promise<readonly string[]> {
  const { discussion } = await appReport(page);
  return discussion?.messages.map(({ content }) => content) ?? [];
}

test('large data goes out in full once, is shown, survives a reload, and says when it is gone', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await clickBox(page, 'a.txt');
  await page.getByRole('tab', { name: 'Discussion' }).click();
  await panel(page).getByRole('button', { name: 'Add message' }).click();
  const box = panel(page).getByRole('textbox', { name: /^Text of message/ });
  await paste(page, box, `Why is ${picture} red?`);
  await expect(box).toHaveValue('Why is file+session://./image-1.svg red?');
  await page.keyboard.press('Escape');
  const shown = items(page).getByRole('img', { name: 'image-1.svg' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await paste(page, taskBox(page), minified);
  await expect(taskBox(page)).toHaveValue('file+session://./text-1.json');
  expect(await findings(page)).toEqual([]);

  const first = await copyCounted(page);
  expect(first).toContain(`Why is ${picture} red?`);
  expect(first).toContain(`## Task\n\n${minified}\n`);
  await expect(items(page).first()).toContainText('Now only the reference is copied');
  await whenIdle(page);
  const second = await copyCounted(page);
  expect(second).toContain('Why is file+session://./image-1.svg red?');
  expect(second).toContain('## Task\n\nfile+session://./text-1.json\n');

  await reload(page);
  await page.getByRole('tab', { name: 'Discussion' }).click();
  await expect(shown).toBeVisible();
  const again = panel(page).getByRole('button', { name: 'Copy image-1.svg in full again' });
  await again.click();
  await expect(again).toHaveCount(0);
  await whenIdle(page);
  expect(await copyCounted(page)).toContain(`Why is ${picture} red?`);

  await page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('strata-attachments');
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('blobs', 'readwrite').objectStore('blobs').clear();
          clearing.onsuccess = done;
        };
      }),
  );
  await reload(page);
  await page.getByRole('tab', { name: 'Discussion' }).click();
  await expect(items(page)).toHaveText('image-1.svg is no longer stored.');
  await whenIdle(page);
  expect(await copyCounted(page)).toContain('Why is [attachment image-1.svg is no longer stored] red?');
  expect(await said(page)).toEqual(['Why is file+session://./image-1.svg red?']);
});

test('an imported conversation keeps its data apart, long code in its text, and both in a backup', async ({
  app: { page },
  site,
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  const code = `\`\`\`ts\n${'const a = [1, 2, 3];\n'.repeat(500)}\`\`\``;
  const history = [
    { role: 'user', content: `![x](${picture})` },
    { role: 'assistant', content: `${code}\n\n\`\`\`json\n${minified}\n\`\`\`` },
  ];
  await page.evaluate((text) => globalThis.strata.importConversation(text), JSON.stringify(history));
  expect(await said(page)).toEqual([
    '![x](file+session://./image-1.svg)',
    `${code}\n\n\`\`\`json\nfile+session://./text-1.json\n\`\`\``,
  ]);
  await page.keyboard.press('Control+,');
  await expect(page.getByText(/^Attachments use [\d.]+ KB of up to [\d.]+ GB\.$/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save backup' }).click();

  await using elsewhere = await launchApp(site.url);
  const { page: there } = elsewhere;
  await there.keyboard.press('Control+,');
  await there.getByLabel('Restore backup…').setInputFiles(await (await downloading).path());
  await there.getByRole('button', { name: 'Restore', exact: true }).click();
  await there.waitForEvent('load');
  await whenStarted(there);
  await openFolder(there, repository.path);
  await there.getByRole('tab', { name: 'Discussion' }).click();
  await expect(items(there).getByRole('img', { name: 'image-1.svg' })).toBeVisible();
  expect(await copyCounted(there)).toContain(`![x](${picture})`);
});

test('a picture shows its cost as an image for the chosen model', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  const square = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1_024;
    const context = canvas.getContext('2d');
    // Noisy enough to be large.
    for (let at = 0; at < 1_000; at += 1)
      context?.fillRect((at * 37) % 1_024, (at * 91) % 1_024, at % 7, at % 5);
    return canvas.toDataURL('image/png');
  });
  await paste(page, taskBox(page), `What is ${square}?`);
  const picture = page.getByRole('list', { name: 'Attachments' });
  await expect(picture).toContainText('As an image: ≈ 765 tokens');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('gemini-4');
  await expect(picture).not.toContainText('As an image');
});
