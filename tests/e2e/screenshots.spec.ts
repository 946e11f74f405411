import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { dropFolder, openFolder } from '../drive/dropFolder';
import { drive } from '../drive/drive';
import { appReport, copyDocument, messagesOf, tick, whenIdle } from '../drive/strata';
import { imageBytes } from '../images';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { copyCounted } from './support/copied';
import { makeRepository } from './support/makeRepository';
import { reload, row, runCommand, taskBox, toast } from './support/workbench';

const FILES = {
  'a.txt': 'text of a\n',
  'docs/login.jpg': imageBytes('jpeg'),
  'docs/fake.png': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'wide.png': png(3_000, 1_000),
};

const part = (page: Page): Locator => page.getByRole('region', { name: 'Screenshots' });
const items = (page: Page): Locator =>
  part(page)
    .getByRole('list', { name: /^Images/ })
    .getByRole('listitem');
const names = async (page: Page) => items(page).locator('strong').allInnerTexts();
const toAttach = (page: Page): Locator => page.locator('details', { hasText: 'to attach' });

/** Opens the folder with a file in the document, and the screenshots. */
async function opened(page: Page, folder: string): Promise<void> {
  await openFolder(page, folder);
  await tick(page, 'a.txt');
  await runCommand(page, 'Show screenshots');
  await expect(part(page)).toContainText('No images yet');
}

async function pasteImage(page: Page, bytes: Uint8Array): Promise<void> {
  await page.evaluate(async (data) => {
    const blob = new Blob([Uint8Array.from(data)], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  }, Array.from(bytes));
  await taskBox(page).focus();
  await page.keyboard.press('ControlOrMeta+v');
}

test('images come from the clipboard, a drop, and the folder, and are described, ordered, and removed', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await opened(page, repository.path);
  await pasteImage(page, imageBytes('png'));
  await expect(items(page)).toHaveCount(1);
  await expect(taskBox(page)).toHaveValue('');
  await dropFolder(page, join(repository.path, 'wide.png'));
  await expect(items(page)).toHaveCount(2);
  await part(page).getByRole('combobox', { name: 'Image in the folder' }).fill('docs/login.jpg');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(3);
  expect(await names(page)).toEqual(['image.png', 'wide.png', 'docs/login.jpg']);
  await expect(items(page).nth(0)).toContainText('37 × 23 px, PNG');
  await expect(items(page).nth(1)).toContainText(/3,000 × 1,000 px, PNG, .*≈ 1,445 tokens/s);
  for (const at of [0, 1, 2])
    await expect
      .poll(() =>
        items(page)
          .nth(at)
          .getByRole('img')
          .evaluate((img: HTMLImageElement) => [img.naturalWidth > 0, img.src.startsWith('blob:')]),
      )
      .toEqual([true, true]);
  expect(await findings(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Description of wide.png' }).fill('](x) *wide*');
  await page.getByRole('button', { name: 'Move wide.png up' }).click();
  await expect(page.getByRole('button', { name: 'Move wide.png down' })).toBeFocused();
  await whenIdle(page);
  expect(await copyCounted(page)).toContain(
    '## Screenshots\n\n![\\](x) \\*wide\\*](wide.png)\n\n---\n\n![image.png](image.png)\n\n---\n\n![login.jpg](docs/login.jpg)\n',
  );

  await reload(page);
  await runCommand(page, 'Show screenshots');
  await expect(items(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove wide.png' }).last().click();
  await expect(page.getByRole('button', { name: 'Remove image.png' }).last()).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(items(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Screenshots in the document' }).uncheck();
  await whenIdle(page);
  expect(await copyDocument(page)).not.toContain('Screenshots');
});

test('an image of the tree is added from its menu, follows the disk, and says what is wrong with it', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await opened(page, repository.path);
  // The built-in rules leave images out.
  await page.getByRole('button', { name: 'Show ignored files' }).click();
  await row(page, 'wide.png').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add as screenshot' }).click();
  await expect(items(page)).toContainText([/3,000 × 1,000 px/]);
  await repository.write('wide.png', imageBytes('gif'));
  await expect(items(page)).toContainText([/37 × 23 px, GIF/]);
  await repository.remove('wide.png');
  await expect(items(page)).toContainText(['Can’t be shown: it is not in the folder.']);
  await part(page).getByRole('combobox', { name: 'Image in the folder' }).fill('docs/fake.png');
  await page.keyboard.press('Enter');
  await expect(items(page).nth(1)).toContainText('it is SVG, which is text. Select it as a file instead.');
  await expect(part(page)).toContainText('2 images can’t be shown');
  await whenIdle(page);
  expect(await copyCounted(page)).toContain(
    '## Screenshots\n\nERROR: screenshot `wide.png` is not in the folder\n\n---\n\nERROR: screenshot `docs/fake.png` is SVG',
  );
});

test('images are attached by hand, each once, unless they are data', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await opened(page, repository.path);
  await pasteImage(page, imageBytes('png'));
  await expect(items(page)).toHaveCount(1);
  await part(page).getByRole('combobox', { name: 'Image in the folder' }).fill('docs/login.jpg');
  await page.keyboard.press('Enter');
  await expect(toAttach(page)).toContainText('2 images to attach');
  await whenIdle(page);
  await copyDocument(page);
  await expect(toast(page)).toContainText('Attach 2 images in the chat: image.png, docs/login.jpg');
  await toAttach(page).locator('summary').click();
  await toAttach(page).getByRole('button', { name: 'Copy docs/login.jpg to the clipboard' }).click();
  await expect(toAttach(page)).toContainText('1 image to attach');
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap((await item?.getType('image/png')) ?? new Blob());
    return [item?.types, bitmap.width, bitmap.height];
  });
  expect(size).toEqual([['image/png'], 37, 23]);
  await toAttach(page).getByRole('checkbox', { name: 'image.png is attached in the chat' }).click();
  await expect(toAttach(page)).toHaveCount(0);
  await copyDocument(page);
  await expect(toast(page)).not.toContainText('Attach');
  await repository.write('docs/login.jpg', imageBytes('lossy webp'));
  await expect(toAttach(page)).toContainText('1 image to attach');

  const request = JSON.parse(await messagesOf(page, 'openai')) as unknown;
  const urls = JSON.stringify(request).match(/"url":"data:image\/\w+;base64,/g);
  expect(urls).toEqual(['"url":"data:image/png;base64,', '"url":"data:image/webp;base64,']);
  await page.getByRole('combobox', { name: 'Images in the Markdown' }).selectOption('Data URLs');
  await expect(toAttach(page)).toHaveCount(0);
  await whenIdle(page);
  const base64 = Buffer.from(imageBytes('lossy webp')).toString('base64');
  expect(await copyCounted(page)).toContain(`![login.jpg](data:image/webp;base64,${base64})`);
});

test('a large image is reduced on wish, and undo brings it back', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await opened(page, repository.path);
  await part(page).getByRole('combobox', { name: 'Image in the folder' }).fill('wide.png');
  await page.keyboard.press('Enter');
  await part(page).getByRole('button', { name: 'Reduce wide.png to 1,568 px' }).click();
  await expect(items(page)).toContainText([/wide-1568\.png.*1,568 × 523 px, PNG/s]);
  await page.keyboard.press('Control+z');
  await expect(items(page)).toContainText([/3,000 × 1,000 px/]);
});

test('the command adds images of the folder and others, and reports them', async ({}, { outputDir }) => {
  await using repository = await makeRepository(FILES);
  const other = join(repository.path, '..', 'other image.png');
  await writeFile(other, imageBytes('png'));
  const { copied, report, preset } = await drive({
    ...{
      folder: repository.path,
      layout: 'sections',
      out: 'unused',
      exportPreset: join(outputDir, 'p.toml'),
    },
    ticks: [{ kind: 'tick', glob: 'a.txt' }],
    screenshots: [join(repository.path, 'docs/login.jpg'), other, join(repository.path, 'none.png')],
  });
  expect(copied).toContain(
    '## Screenshots\n\n![login.jpg](docs/login.jpg)\n\n---\n\n![other image.png](other%20image.png)\n\n---\n\nERROR: ',
  );
  expect(report.document.blocks.map(({ section }) => section)).toEqual([
    'files',
    ...['screenshots', 'screenshots', 'screenshots'],
  ]);
  expect(report.screenshots).toMatchObject([
    { id: 'screenshot:docs/login.jpg', type: 'image/jpeg', width: 37, height: 23, tokens: 255 },
    { type: 'image/png', bytes: imageBytes('png').length },
    { id: 'screenshot:none.png', reason: 'is not in the folder' },
  ]);
  expect(report.warnings).toEqual([
    'preset p: 1 screenshot stays in this browser: presets hold only files of the folder.',
    'none.png is not in the folder',
    'docs/login.jpg: attach this image in the chat',
    'other image.png: attach this image in the chat',
  ]);
  expect(preset).toContain('screenshots = [\n  "docs/login.jpg",\n  "none.png",\n]');
});

test('an image that is no image is refused with the reason', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await opened(page, repository.path);
  await dropFolder(page, join(repository.path, 'docs/fake.png'));
  await expect(toast(page)).toContainText("Couldn't add 1 image");
  await expect(toast(page)).toContainText('fake.png is SVG, which is text.');
  expect((await appReport(page)).screenshots).toEqual([]);
});

/** A white image in grayscale. */
function png(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0xff);
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
