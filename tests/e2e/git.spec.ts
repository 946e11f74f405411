import { openFolder } from '../drive/dropFolder';
import { drive } from '../drive/drive';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { createTemporaryFolder, type TemporaryFolder, type TestRepository } from '../git/testRepository';
import { expect, test } from './support/app';
import { findings } from './support/axe';

/** A commit on main, one on a branch, and work that is not committed. */
function work({ createRepository }: TemporaryFolder, name: string): TestRepository {
  const repository = createRepository(name);
  const { git, write } = repository;
  write('src/a.ts', 'export const a = 1;\n');
  write('src/b.ts', 'export const b = 1;\n');
  git(['add', '-A']);
  git(['commit', '-qm', 'Add a and b']);
  git(['switch', '-qc', 'feature']);
  write('src/c.ts', 'export const c = 1;\n');
  git(['add', '-A']);
  git(['commit', '-qm', 'Add c']);
  write('src/a.ts', 'export const a = 2;\n');
  write('src/new.ts', 'export const d = 1;\n');
  return repository;
}

let temporary: TemporaryFolder;
test.beforeAll(() => (temporary = createTemporaryFolder()));
test.afterAll(() => temporary.dispose());

test('the tree says what has changed, shows it alone, and selects it', async ({ app: { page } }) => {
  const repository = work(temporary, 'tree');
  await openFolder(page, repository.folder);
  await whenIdle(page);
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
  await page.getByRole('button', { name: 'Show files changed since the last commit' }).click();
  await expect(row('a.ts')).toHaveAttribute('title', /Modified since the last commit/);
  await expect(row('new.ts')).toHaveAttribute('title', /git does not track it/);
  await expect(row('b.ts')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('feature');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('changed since main');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Selected 3 changed files')).toBeVisible();
  expect(
    (await appReport(page)).files
      .filter(({ ticked }) => ticked)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...['src/a.ts', 'src/c.ts', 'src/new.ts']]);
});

test('changes and commits become sections of the document', async ({ app: { page } }) => {
  const repository = work(temporary, 'sections');
  await openFolder(page, repository.folder);
  await tick(page, 'src/b.ts');
  await page.getByRole('tab', { name: 'Sources' }).click();
  await page.getByRole('button', { name: 'Git changes', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Git changes in the document' }).check();
  await page.getByRole('checkbox', { name: 'Git log in the document' }).check();
  const chosen = page.getByRole('combobox', { name: 'Changes', exact: true });
  await expect(chosen).toHaveValue('head');
  await expect(page.getByRole('list', { name: 'Changed files' })).toContainText('src/a.ts');
  expect(await findings(page)).toEqual([]);
  await whenIdle(page);
  const diff = repository.git(['diff', '--abbrev=7', 'HEAD']);
  const copied = await copyDocument(page);
  expect(copied).toContain(`New files that git does not track: src/new.ts\n\n${diff}\`\`\`\n`);
  expect(copied).toMatch(/## Git Log\n\n```text\n\w{7} \d{4}-\d\d-\d\d A: Add c\n.*Add a and b\n```\n/);

  await chosen.selectOption('base');
  await whenIdle(page);
  expect(await copyDocument(page)).toContain(repository.git(['diff', '--abbrev=7', 'main']));

  // A commit ends the changes, and the page hears of it.
  repository.git(['add', '-A']);
  repository.git(['commit', '-qm', 'Add d']);
  await chosen.selectOption('head');
  await expect(page.getByText('Nothing has changed since the last commit on feature')).toBeVisible();
  await whenIdle(page);
  expect(await copyDocument(page)).not.toContain('## Git Changes');
});

test('a repository that can’t be read is named, and everything else works', async ({ app: { page } }) => {
  const repository = work(temporary, 'broken');
  repository.write('.git/HEAD', 'nothing');
  await openFolder(page, repository.folder);
  await tick(page, 'src/b.ts');
  await expect(page.getByText('Git not read')).toHaveAttribute('title', /isn’t a complete repository/);
  expect(await copyDocument(page)).toContain('export const b');
});

test('the drive command selects and prints what git knows', async () => {
  const { folder, git } = work(temporary, 'drive');
  const { copied, report } = await drive({
    folder,
    ticks: [{ kind: 'changed', start: 'head' }],
    settings: [
      { key: 'git_changes', text: 'head' },
      { key: 'git_log', text: '1' },
    ],
  });
  expect(copied).toContain(git(['diff', '--abbrev=7', 'HEAD']));
  expect(copied).toContain(': Add c\n');
  expect(report.git).toMatchObject({
    branch: 'feature',
    status: git(['status', '--porcelain']).trimEnd().split('\n'),
  });
  expect(
    report.files
      .filter(({ ticked }) => ticked)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['src/a.ts', 'src/new.ts']);
});
