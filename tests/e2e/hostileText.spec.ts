import type { Page } from '@playwright/test';
import { appReport, copyDocument, tick, whenIdle, whenStarted } from '../drive/strata';
import { expect, test } from './support/app';
import { onlyFiles, parsers } from '../readback/filesInMarkdown';
import { makeRepository } from './support/makeRepository';
import { clickBox, instructionsBox, row, taskBox, toast } from './support/workbench';

const markup = '<img src=x onerror=window.__xss=1>';
const names = [
  `${markup}.txt`,
  `"quotes" & 'more' ${markup}.md`,
  'a\u{202e}gnp.js',
  'zero\u{200b}width.ts',
  'line\nbreak\t.txt',
  '```.md',
  'javascript:alert(1).html',
  '__proto__',
  'constructor',
  'toString/hasOwnProperty',
];

/** Elements and globals that only hostile text could have created. */
function createdByText(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    elements: document.querySelectorAll('img, iframe, object, embed, body script, a[href^="javascript"]')
      .length,
    xss: '__xss' in globalThis,
  }));
}

/** Opens the folder by a file input, since Chromium hides most odd names from a page that opens the folder itself. */
async function openByInput(page: Page, folder: string): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showDirectoryPicker'));
  await page.reload();
  await whenStarted(page);
  await page.getByLabel('Open folder…').setInputFiles(folder);
  await whenIdle(page);
}

test('names and contents are plain text wherever they appear', async ({ app: { page, pageErrors } }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const script = `<script>window.__xss=2</script>${markup}</code></pre>\n`;
  await using repository = await makeRepository({
    ...Object.fromEntries(names.map((name) => [name, script])),
    [`${markup}.dat`]: new Uint8Array([1, 0]),
    [`left${markup}.log`]: '',
    '.gitignore': `*${markup}.log\n`,
  });
  await openByInput(page, repository.path);
  const { files, ignored } = await appReport(page);
  expect(ignored.length).toBe(1);
  const listed = files.map(({ path }) => path);
  for (const name of names) expect(listed).toContain(name);

  await tick(page, '**');
  await (await instructionsBox(page)).fill(script);
  await taskBox(page).fill(script);
  await row(page, `${markup}.txt`).click();
  await page.locator('summary', { hasText: /\d warnings?/ }).click();
  await page.getByRole('button', { name: /left out$/ }).click();
  await expect(page.getByRole('dialog')).toContainText(markup);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+p');
  await page.keyboard.type('img');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('<img');
  await page.keyboard.press('Escape');
  const copied = await copyDocument(page);
  await expect(toast(page)).toContainText(markup);
  expect(await createdByText(page)).toEqual({ elements: 0, xss: false });
  expect(dialogs).toEqual([]);
  expect(pageErrors).toEqual([]);

  const fileSection = copied.slice(copied.indexOf('## Files\n'), copied.lastIndexOf('\n\n---\n\n## Task'));
  for (const [name, parse] of Object.entries(parsers)) {
    const found = onlyFiles(parse(fileSection)).map(({ path }) => path);
    expect(found.sort(), name).toEqual([...listed].sort());
  }
});

test('a name with invisible characters shows them and is marked', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a\u{202e}gnp.js': '1\n', 'plain.js': '2\n' });
  await openByInput(page, repository.path);
  const shown = row(page, 'a\\u202egnp.js');
  await expect(shown).toBeVisible();
  await expect(shown.locator('bdi')).toHaveCount(1);
  await expect(shown.locator('.badge')).toHaveText('name');
  await expect(row(page, 'plain.js').locator('.badge')).toHaveCount(0);
  await clickBox(page, 'a\\u202egnp.js');
  await expect(page.getByRole('button', { name: 'Undo: Select a\\u202egnp.js', exact: true })).toBeVisible();
});

test('a file with a backslash in its name is one file, in no folder', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'src/b\\c.txt': 'found\n', 'plain.txt': '\n' });
  await openByInput(page, repository.path);
  const { files } = await appReport(page);
  expect(files.map(({ path }) => path).sort()).toEqual(['plain.txt', 'src/b%5Cc.txt']);
  await tick(page, 'src/**');
  expect(await copyDocument(page)).toContain('### `src/b%5Cc.txt`\n\n```text\nfound\n```');
});
