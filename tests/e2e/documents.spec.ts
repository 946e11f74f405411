import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { drive } from '../drive/drive';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { pageOf, pdfOf } from '../pdfInTests';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';

const PAGE =
  '<h1>Guide</h1><script>document.title = "run"</script><img src="https://e.invalid/x.png" alt="far"><p>Text</p>';
const preview = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });

async function openDocuments(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Sources' }).click();
  await documents(page).getByRole('button', { name: 'Documents', exact: true }).click();
}

test('documents of the folder and picked ones become Markdown', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'text of a\n', 'guide.html': PAGE });
  await writeFile(join(repository.path, 'plan.pdf'), pdfOf([pageOf('The plan'), '', pageOf('Its end')]));
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  // The built-in rules leave PDFs out.
  await page.getByRole('button', { name: 'Show ignored files' }).click();
  await page.getByRole('treeitem', { name: 'plan.pdf' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add as document' }).click();
  await openDocuments(page);
  await expect(documents(page)).toContainText('1 page without text, maybe scanned');
  await documents(page)
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('## Files\n\n---\n\n### `a.txt`') },
      { name: 'word.docx', mimeType: '', buffer: await readFile('tests/fixtures/documents/pandoc.docx') },
      { name: 'guide.html', mimeType: 'text/html', buffer: Buffer.from(PAGE) },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing') },
    ]);
  await expect(documents(page).getByText("Couldn't read it: it is damaged")).toBeVisible();
  await whenIdle(page);
  expect(await findings(page)).toEqual([]);
  const copied = await copyDocument(page);
  expect(copied).toContain(
    [
      '\n---\n\n## Documents\n\n### `plan.pdf`\n\n[Page 1]\n\nThe plan\n\n[Page 2: no text; it may be scanned]\n\n[Page 3]\n\nIts end',
      '### `notes.md`\n\n##### Files\n\n***\n\n###### `a.txt`',
      '### `word.docx`\n\n#### Sample',
    ].join('\n\n---\n\n'),
  );
  expect(copied).toContain(
    '### `guide.html`\n\n#### Guide\n\n![far](https://e.invalid/x.png)\n\nText\n\n---\n\n',
  );
  expect(copied).toContain('### `broken.pdf`\n\nERROR: this document could not be read: it is damaged');
  await expect(page.getByRole('button', { name: '1 warning' }).or(page.getByText('1 warning'))).toBeVisible();
  const { document: report } = await appReport(page);
  expect(report.blocks.map(({ section }) => section)).toEqual([
    'files',
    ...Array<string>(5).fill('documents'),
  ]);

  await page.getByRole('tab', { name: 'Preview' }).click();
  await writeFile(join(repository.path, 'plan.pdf'), pdfOf([pageOf('Another plan')]));
  await expect(preview(page)).toContainText('Another plan');
  await page.keyboard.press('Control+z');
  await expect(preview(page)).not.toContainText('notes.md');
});

test('the command adds documents and reports what is missing in them', async () => {
  await using repository = await makeRepository({ 'a.txt': 'a\n', 'guide.html': PAGE });
  await using outside = await makeRepository({ 'notes.md': '# Notes\n' });
  await writeFile(join(outside.path, 'scan.pdf'), pdfOf(['', pageOf('x')]));
  const { copied, report } = await drive({
    ...{
      folder: repository.path,
      layout: 'sections',
      out: 'unused',
      ticks: [{ kind: 'tick', glob: 'a.txt' }],
    },
    documents: [
      ...[join(repository.path, 'guide.html'), join(outside.path, 'notes.md')],
      ...[join(outside.path, 'scan.pdf'), join(repository.path, 'gone.docx')],
    ],
  });
  expect(copied).toContain('### `notes.md`\n\n#### Notes\n\n---\n\n### `scan.pdf`');
  expect(report.document.blocks.map(({ id }) => id)).toEqual([
    ...['file:a.txt', 'document:guide.html', 'document:file+session://./notes.md'],
    ...['document:file+session://./scan.pdf', 'document:gone.docx'],
  ]);
  expect(report.warnings).toEqual(['scan.pdf: 1 page without text', 'gone.docx: it is not in the folder']);
});
