import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { drive } from '../drive/drive';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';

const ISSUES = [
  { id: 'bd-1', title: 'Design the parser', status: 'closed', closed_at: '2026-01-02T00:00:00Z' },
  {
    ...{ id: 'bd-2', title: 'Write the parser', status: 'in_progress', priority: 1, issue_type: 'feature' },
    description: '## Goal\n\nParse `a+b`.\n\n```\nunclosed',
  },
  { id: 'bd-3', title: 'Test the parser', dependencies: [{ depends_on_id: 'bd-2', type: 'blocks' }] },
  { id: 'bd-4', title: 'Document it', priority: 3, description: 'One page.' },
];
const lines = (issues: readonly object[]): string => issues.map((each) => JSON.stringify(each)).join('\n');
const FILES = { 'a.txt': 'text of a\n', '.gitignore': '.beads/\n', '.beads/issues.jsonl': lines(ISSUES) };
const SECTION = [
  '## Beads Mode: Progress Track\n\nCompleted: Design the parser (`bd-1`)\n\nActive:\n',
  '- **Write the parser** (`bd-2`, in progress, P1)',
  '  ````text\n  ## Goal\n\n  Parse `a+b`.\n\n  ```\n  unclosed\n  ````',
  '- **Test the parser** (`bd-3`, open, P2)',
  '- **Document it** (`bd-4`, open, P3)\n  ```text\n  One page.\n  ```\n',
].join('\n');

const preview = (page: Page) => page.getByRole('region', { name: 'Document', exact: true });
const beadsSwitch = (page: Page) => page.getByRole('checkbox', { name: 'Beads issues in the document' });

test('the issues of a tracker become a section of the document', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  await page.getByRole('tab', { name: 'Sources' }).click();
  const part = page.getByRole('region', { name: 'Beads issues' });
  await expect(part).toContainText('1 ready, 1 in progress, 1 blocked, 1 closed');
  await part.getByRole('button', { name: 'Beads issues' }).click();
  await expect(part.getByRole('region', { name: 'Blocked' })).toContainText('waits for bd-2');
  await part.getByText('Document it').click();
  await expect(part.getByText('One page.')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await expect(beadsSwitch(page)).not.toBeChecked();
  expect(await copyDocument(page)).not.toContain('Beads');
  await beadsSwitch(page).check();
  await whenIdle(page);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview(page)).toContainText('## Beads Mode: Progress Track');
  const copied = await copyDocument(page);
  expect(copied).toContain(`\n---\n\n${SECTION}`);
  const { document: report } = await appReport(page);
  expect(report.blocks.map(({ id }) => id)).toEqual(['file:a.txt', 'section:beads']);

  await repository.write('.beads/issues.jsonl', lines([{ id: 'bd-9', title: 'From the disk' }]));
  await expect(preview(page)).toContainText('From the disk');
  await page.keyboard.press('Control+z');
  await expect(preview(page)).not.toContainText('Beads');
});

test('a folder without sources says what could be one', async ({ app: { page } }) => {
  await using repository = await makeRepository({ 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await page.getByRole('tab', { name: 'Sources' }).click();
  await expect(page.getByText('issues of the Beads tracker')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("the project's file switches the issues on, until the user decides", async ({ app: { page } }) => {
  await using repository = await makeRepository({ ...FILES, 'strata.toml': '[beads]\nenabled = true\n' });
  await openFolder(page, repository.path);
  await tick(page, 'a.txt');
  await expect(preview(page)).toContainText('## Beads Mode: Progress Track');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await expect(beadsSwitch(page)).toBeChecked();
  await beadsSwitch(page).uncheck();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview(page)).not.toContainText('Beads');
});

test('the command adds the issues and reports what could not be read', async () => {
  await using repository = await makeRepository({
    ...FILES,
    '.beads/issues.jsonl': `${lines(ISSUES)}\n{"id":`,
  });
  const options = { folder: repository.path, layout: 'sections', out: 'unused' } as const;
  const ticks = [{ kind: 'tick', glob: 'a.txt' }] as const;
  const { copied, report } = await drive({ ...options, ticks, settings: [{ key: 'beads', text: 'on' }] });
  expect(copied).toContain(SECTION);
  expect(report.document.blocks.map(({ section }) => section)).toEqual(['files', 'beads']);
  expect(report.warnings).toEqual([
    ".beads/issues.jsonl: 1 line that can't be read as an issue (first: line 5)",
  ]);
});
