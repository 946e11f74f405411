import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drive } from '../drive/drive';
import { openFolder } from '../drive/dropFolder';
import { appReport } from '../drive/strata';
import { zipFile } from '../zipFile';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';

/** One pixel, as PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** ChatGPT's export: a question with a picture, its answer, and files that no message mentions. */
async function chatGptArchive(): Promise<Buffer> {
  const part = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_00ab' };
  const mapping = {
    q: {
      ...{ parent: null, children: ['a'] },
      message: {
        author: { role: 'user' },
        content: { content_type: 'multimodal_text', parts: [part, 'What is this?'] },
        metadata: { attachments: [{ id: 'file_00ab', name: 'cat.png' }] },
      },
    },
    a: {
      ...{ parent: 'q', children: [] },
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['A cat.'] } },
    },
  };
  const archive = zipFile([
    { name: 'conversations.json', bytes: JSON.stringify([{ title: 'Pets', mapping, current_node: 'a' }]) },
    { name: 'file_00ab-cat.png', bytes: PICTURE },
    { name: 'chat.html', bytes: '<html></html>' },
    { name: 'secret.json', bytes: 'x', flags: 0x801 },
  ]);
  return Buffer.from(await archive.arrayBuffer());
}

test('the ZIP file of a ChatGPT export is read, counted, and imported with its picture', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await page.getByRole('tab', { name: 'Discussion' }).click();
  const panel = page.getByRole('region', { name: 'Discussion', exact: true });
  await panel.getByRole('button', { name: 'Import conversation…' }).click();
  const dialog = page.getByRole('dialog');
  const buffer = await chatGptArchive();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'export.zip', mimeType: '', buffer });
  await expect(dialog).toContainText('ChatGPT export: 2 messages');
  await expect(dialog).toContainText('2 other files in the ZIP file');
  await expect(dialog).toContainText("1 file in the ZIP file couldn't be read: secret.json is encrypted.");
  await dialog.getByRole('button', { name: 'Import as new discussion' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByRole('list', { name: 'Attachments' })).toContainText('image-1.png');
  const { discussion, errors } = await appReport(page);
  expect(errors).toEqual([]);
  expect(discussion).toMatchObject({
    title: 'Pets',
    messages: [
      { role: 'User', content: 'What is this?\n\n![cat.png](file+session://./image-1.png)' },
      { role: 'AI', content: 'A cat.' },
    ],
  });
});

test('a script imports the ZIP file of an export', async () => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  const history = join(repository.path, 'export.zip');
  await writeFile(history, await chatGptArchive());
  const { report } = await drive({ folder: repository.path, layout: 'sections', ticks: [], history });
  expect(report.errors).toEqual([]);
  expect(report.discussion).toMatchObject({ title: 'Pets', messages: [{ role: 'User' }, { role: 'AI' }] });
});
