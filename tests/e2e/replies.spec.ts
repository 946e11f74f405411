import { execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { openFolder } from '../drive/dropFolder';
import {
  appReport,
  copyChanges,
  copyDocument,
  recordLayers,
  setMode,
  setSetting,
  tick,
  whenIdle,
} from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import {
  answerBox,
  copied,
  file,
  FILES,
  MATH,
  NOTES,
  onDisk,
  panel,
  paste,
  REPLY,
  saved,
} from './support/replies';
import { clickBox, readClipboard, reload, showTab, taskBox, toast } from './support/workbench';

test('edits are reviewed, written, and undone after a reload to the same bytes', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await paste(page, REPLY);
  await expect(panel(page).getByRole('status')).toHaveText('4 edits in 4 files · 2 sure · 2 to decide');
  // One paste serves the discussion, too.
  await expect(answerBox(page)).toHaveValue(REPLY);
  await expect(file(page, 'old.txt')).toContainText('not in the context');
  await expect(file(page, 'src/extra.ts')).toContainText('Sure. It is a new file.');
  expect(await findings(page)).toEqual([]);

  await panel(page).getByRole('button', { name: 'Take all that are sure (2)' }).click();
  await expect(file(page, 'src/math.ts')).toContainText('+1 −1');
  const notes = file(page, 'notes.txt');
  await expect(notes).toContainText('Several places match: choose one.');
  await notes.getByRole('button', { name: 'Line 4' }).click();
  await expect(notes.getByRole('checkbox', { name: /^Take/ })).toBeChecked();
  await panel(page).getByRole('button', { name: 'Write 3 files' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 3 files.' })).toBeVisible();
  expect(await onDisk(repository, 'src/math.ts')).toBe(MATH.replace('a - b', 'a + b'));
  expect(await onDisk(repository, 'notes.txt')).toBe('first\nsame\nmiddle\nother\nlast\n');
  expect(await onDisk(repository, 'src/extra.ts')).toBe('export const extra = 1;\n');
  expect(await onDisk(repository, 'old.txt')).toBe('old\n');
  await expect(file(page, 'src/math.ts')).toContainText('Already in the file');

  await reload(page);
  await whenIdle(page);
  await showTab(page, 'Reply');
  await expect(file(page, 'src/math.ts')).toContainText('Already in the file');
  await panel(page).getByRole('region', { name: 'Written' }).getByRole('button', { name: /^Undo/ }).click();
  await expect(toast(page).filter({ hasText: 'Restored 3 files.' })).toBeVisible();
  expect(await onDisk(repository, 'src/math.ts')).toBe(MATH);
  expect(await onDisk(repository, 'notes.txt')).toBe(NOTES);
  expect(await onDisk(repository, 'src/extra.ts')).toBeUndefined();
});

test('the answer in the composer offers its edits, and discarding it undoes the files', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await answerBox(page).fill(REPLY);
  await page.getByRole('button', { name: 'Review 4 edits' }).click();
  await panel(page).getByRole('button', { name: 'Take all that are sure (2)' }).click();
  await panel(page).getByRole('button', { name: 'Write 2 files' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 2 files.' })).toBeVisible();
  await page.getByRole('region', { name: 'Task and copy' }).getByRole('button', { name: 'Discard' }).click();
  await expect(taskBox(page)).toBeVisible();
  expect(await onDisk(repository, 'src/math.ts')).toBe(MATH);
  expect(await onDisk(repository, 'src/extra.ts')).toBeUndefined();
  await expect(panel(page).getByRole('button', { name: 'Paste and read' })).toBeVisible();
});

test('the next copy repeats only what was applied', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await answerBox(page).fill(REPLY);
  await page.getByRole('button', { name: 'Review 4 edits' }).click();
  await panel(page).getByRole('button', { name: 'Take all that are sure (2)' }).click();
  await panel(page).getByRole('button', { name: 'Write 2 files' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 2 files.' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to discussion' }).click();
  await taskBox(page).fill('And now?');
  const update = await copyChanges(page);
  expect(update).toContain('- `src/math.ts`: changed');
  expect(update).not.toContain('middle');
});

test('what is written asks no more, at a chosen place, renamed, or deleted', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  const patch = [
    'diff --git a/src/math.ts b/src/sum.ts',
    'rename from src/math.ts',
    'rename to src/sum.ts',
    '--- a/src/math.ts',
    '+++ b/src/sum.ts',
    '@@ -1,3 +1,3 @@',
    ' export function add(a: number, b: number): number {',
    '-  return a - b;',
    '+  return a + b;',
    ' }',
    'diff --git a/old.txt b/old.txt',
    'deleted file mode 100644',
    '--- a/old.txt',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-old',
  ];
  const [, notes = ''] = /\nnotes\.txt\n(.*?REPLACE\n```)/s.exec(REPLY) ?? [];
  await paste(page, `\`\`\`diff\n${patch.join('\n')}\n\`\`\`\n\nnotes.txt\n${notes}\n`);
  await file(page, 'notes.txt').getByRole('button', { name: 'Line 4' }).click();
  for (const path of ['src/math.ts', 'old.txt'])
    for (const box of await file(page, path).getByRole('checkbox', { name: 'Take' }).all()) await box.check();
  await panel(page).getByRole('button', { name: 'Write 3 files' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 4 files.' })).toBeVisible();
  expect(await onDisk(repository, 'src/sum.ts')).toBe(MATH.replace('a - b', 'a + b'));
  await expect(panel(page).getByRole('status')).toHaveText('4 edits in 3 files');
  await expect(file(page, 'notes.txt')).toContainText('Line 4 Already in the file');
  await expect(file(page, 'old.txt')).toContainText('Already deleted');
  await expect(file(page, 'src/sum.ts')).toContainText('Already done');

  await panel(page).getByRole('region', { name: 'Written' }).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page).filter({ hasText: 'Restored 4 files.' })).toBeVisible();
  await expect(panel(page).getByRole('status')).toHaveText('4 edits in 3 files · 1 sure · 3 to decide');
  await expect(file(page, 'notes.txt')).toContainText('Several places match: choose one.');
});

test('a file can be compared and edited by hand', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await paste(page, REPLY);
  const math = file(page, 'src/math.ts');
  await math.getByRole('checkbox', { name: /^Take/ }).check();
  await math.getByRole('button', { name: 'Compare and edit' }).click();
  const editor = math.getByRole('textbox', { name: 'src/math.ts with the edits you took' });
  await expect(editor).toContainText('return a + b;');
  expect(await findings(page)).toEqual([]);
  await editor.getByText('return a + b;').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' // the sum');
  await expect(math).toContainText('edited by hand');
  await math.getByRole('button', { name: 'Side by side' }).click();
  await expect(math.getByRole('textbox', { name: 'src/math.ts as it is now' })).toContainText(
    'return a - b;',
  );
  await panel(page).getByRole('button', { name: 'Write 1 file' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 1 file.' })).toBeVisible();
  expect(await onDisk(repository, 'src/math.ts')).toBe(MATH.replace('a - b;', 'a + b; // the sum'));
});

test('a patch that git applies, and a ZIP file, for folders that can only be read', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await paste(page, REPLY);
  await panel(page).getByRole('button', { name: 'Take all that are sure (2)' }).click();
  const patch = await (await saved(page, 'Save patch')).path();
  execFileSync('git', ['apply', patch], { cwd: repository.path });
  expect(await onDisk(repository, 'src/math.ts')).toBe(MATH.replace('a - b', 'a + b'));
  expect(await onDisk(repository, 'src/extra.ts')).toBe('export const extra = 1;\n');
  const zip = await (await saved(page, 'Save ZIP')).path();
  expect((await stat(zip)).size).toBeGreaterThan(100);
});

test('a place with similar lines can be chosen', async ({ app: { page } }) => {
  const calls = 'open(file);\nread(file);\nclose(file);\n';
  await using repository = await makeRepository({ 'run.ts': `one();\n\n${calls}\ntwo();\n\n${calls}` });
  await openFolder(page, repository.path);
  await clickBox(page, 'run.ts');
  await taskBox(page).fill('Load the second file at once.');
  await copyDocument(page);
  const search = 'open(file);\nread(files);\nclose(file);';
  await paste(
    page,
    `run.ts\n\`\`\`ts\n<<<<<<< SEARCH\n${search}\n=======\nload(file);\n>>>>>>> REPLACE\n\`\`\`\n`,
  );
  const run = file(page, 'run.ts');
  await expect(run).toContainText('Several places match: choose one.');
  await run.getByRole('button', { name: 'Line 9' }).click();
  await expect(run).toContainText('The lines that it removes differ from those in the file.');
  await expect(run.getByRole('checkbox', { name: 'Take' })).toBeChecked();
  await panel(page).getByRole('button', { name: 'Write 1 file' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 1 file.' })).toBeVisible();
  expect(await onDisk(repository, 'run.ts')).toBe(`one();\n\n${calls}\ntwo();\n\nload(file);\n`);
});

test('lines that a diff adds without context are shown at its line', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  const diff = '--- a/notes.txt\n+++ b/notes.txt\n@@ -2,0 +3,1 @@\n+added\n';
  await paste(page, `\`\`\`diff\n${diff}\`\`\`\n`);
  await expect(file(page, 'notes.txt')).toContainText(
    'Line 3 No place matches exactly. Check that the edit belongs here.',
  );
});

test('a new file that may be code in a sentence is not sure', async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await copied(page, repository);
  await paste(page, '**req.fresh**\n\n```js\nif (method !== "GET") return false;\n```\n');
  await expect(panel(page).getByRole('status')).toHaveText('1 edit in 1 file · 1 to decide');
  await expect(file(page, 'req.fresh')).toContainText('an extension that no other file here has');
});

test('a file that a reply has written is active again, even if the part that is shown stays the same', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openFolder(page, repository.path);
  await recordLayers(page);
  await setSetting(page, 'layout', 'classic');
  await tick(page, 'src/**');
  await tick(page, 'notes.txt');
  await setMode(page, 'skeleton');
  await taskBox(page).fill('Mend the sum.');
  await copyDocument(page);
  await answerBox(page).fill(REPLY);
  await page.getByRole('button', { name: 'Review 4 edits' }).click();
  await file(page, 'src/math.ts').getByRole('checkbox', { name: /^Take/ }).check();
  await panel(page).getByRole('button', { name: 'Write 1 file' }).click();
  await expect(toast(page).filter({ hasText: 'Wrote 1 file.' })).toBeVisible();
  await page.getByRole('button', { name: 'Add to discussion' }).click();
  await taskBox(page).fill('And now?');
  await copyDocument(page);
  const [layers] = (await appReport(page)).layers.slice(-1);
  const ages = new Map(layers?.tiers.active);
  expect([ages.get('src/math.ts'), ages.get('notes.txt')]).toEqual([0, 3]);
});

test('what the model asks for is added and copied with one click', async ({ app: { page } }) => {
  const long = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`).join('');
  await using repository = await makeRepository({ ...FILES, 'docs/long.txt': long });
  await openFolder(page, repository.path);
  await showTab(page, 'Reply');
  await panel(page).getByRole('checkbox', { name: 'Tell the model how to write edits' }).check();
  await tick(page, 'notes.txt');
  await taskBox(page).fill('Mend the sum.');
  expect(await copyDocument(page)).toContain('```strata-request\n');
  const asking =
    'I need to see the contents of `src/math.ts` first.\n\n```strata-request\ndocs/long.txt#L10-12\nno/such.txt\nnotes.txt\n```\n';
  await answerBox(page).fill(asking);
  await page.getByRole('button', { name: 'Review 3 requests' }).click();
  const asked = panel(page).getByRole('region', { name: 'The model asks for' });
  await expect(asked.getByRole('listitem')).toHaveText([
    /src\/math\.ts\s+\d+ tokens/,
    /docs\/long\.txt lines 10 to 12\s+\d+ tokens/,
    /notes\.txt\s+in the context/,
  ]);
  await expect(asked).toContainText('no/such.txt: No file has this path.');
  expect(await findings(page)).toEqual([]);
  await asked.getByRole('button', { name: /^Add .* and copy$/ }).click();
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: 'Copied' }).filter({ hasText: 'changes' }),
  ).toBeVisible();
  const update = await readClipboard(page);
  expect(update).toContain('return a - b;');
  expect(update).toContain('line 10\nline 11\nline 12\n');
  expect(update).not.toContain('line 13');
  expect(update).not.toContain('middle');
  expect(update).toContain('Here is what you asked for.');
});
