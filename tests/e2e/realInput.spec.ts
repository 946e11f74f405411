import { openFolder } from '../drive/dropFolder';
import { appReport, copyDocument, tick } from '../drive/strata';
import { expect, test } from './support/app';
import { parsers } from '../readback/filesInMarkdown';
import { ignoredByGit, listedByGit } from '../readback/git';
import { readTextsBack, readTokensBack } from '../readback/readBack';
import { inFence, textOnDisk } from '../readback/textOnDisk';
import {
  byOwnLists,
  contents,
  hiddenByBrowser,
  links,
  makeHostileRepository,
} from './support/hostileRepository';
import { makeRepository } from './support/makeRepository';
import { shownTotal } from './support/workbench';

test("lists the files git lists, and gives git's reasons for the rest", async ({ app }) => {
  await using repository = await makeHostileRepository();
  await openFolder(app.page, repository.path);
  const { files, ignored, errors } = await appReport(app.page);

  const elsewhere = new Set([...byOwnLists, ...hiddenByBrowser, ...links, 'module']);
  const expected = listedByGit(repository.path).filter((path) => !elsewhere.has(path));
  expect(files.map(({ path }) => path).sort()).toEqual([...expected].sort());

  const own = ignored.filter(({ file }) => file === 'built-in' || file === 'sensitive');
  expect(own.map(({ path }) => path).sort()).toEqual(
    ['.git', ...byOwnLists.map((path) => path.replace(/^node_modules\/.*/, 'node_modules'))].sort(),
  );
  const byFiles = ignored.filter((entry) => !own.includes(entry));
  const saidByGit = ignoredByGit(
    repository.path,
    byFiles.map(({ path }) => path),
  );
  expect(byFiles.length).toBeGreaterThan(7);
  for (const { path, rule, file, line } of byFiles)
    expect({ path, rule, file, line }).toEqual({ path, ...saidByGit.get(path) });
  expect(errors).toEqual([]);
  expect(app.pageErrors).toEqual([]);
});

test('the clipboard holds every ticked file, and its token count is the one shown', async ({ app }) => {
  await using repository = await makeHostileRepository();
  await openFolder(app.page, repository.path);
  await tick(app.page, '**');
  const copied = await copyDocument(app.page);
  const report = await appReport(app.page);
  const { files, document } = report;

  const paths = files.map(({ path }) => path);
  for (const [name, parse] of Object.entries(parsers)) {
    const { different, misplaced } = await readTextsBack(parse(copied), paths, (path) =>
      expectedText(repository.path, path),
    );
    expect({ different, misplaced }, name).toEqual({ different: [], misplaced: [] });
  }
  const { shown, sumOfBlocks, byTokenizer } = readTokensBack(copied, report);
  expect(await shownTotal(app.page)).toBe(byTokenizer);
  expect(shown).toBe(byTokenizer);
  expect(sumOfBlocks).toBe(byTokenizer);
  expect(document.bytes).toBe(Buffer.byteLength(copied));
});

test('ignore files of other tools win over git, in their order', async ({ app }) => {
  await using repository = await makeRepository({
    '.gitignore': 'a\nb\nc\nd\n',
    '.repomixignore': '!a\n!b\n!c\n',
    '.ignore': 'a\n!b\n',
    '.strataignore': 'b\n',
    ...{ a: '', b: '', c: '', d: '', 'sub/b': '', 'sub/.gitignore': '!b\n' },
  });
  await openFolder(app.page, repository.path);
  const { ignored, files } = await appReport(app.page);
  expect(ignored.map(({ path, file, line }) => [path, file, line]).sort()).toEqual([
    ['a', '.ignore', 1],
    ['b', '.strataignore', 1],
    ['d', '.gitignore', 4],
    ['sub/b', '.strataignore', 1],
  ]);
  expect(files.map(({ path }) => path)).toContain('c');
});

/** The text from the table of contents, else the one on disk. */
async function expectedText(root: string, path: string): Promise<string | undefined> {
  const content = contents[path];
  if (content !== undefined) return content.text;
  const text = await textOnDisk(root, path);
  return text === undefined ? undefined : inFence(text);
}
