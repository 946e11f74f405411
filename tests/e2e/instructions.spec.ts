import type { Locator, Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { appReport, importConversation, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { copyCounted } from './support/copied';
import { makeRepository } from './support/makeRepository';
import { chooseSetting, instructionsBox, reload, row, runCommand } from './support/workbench';

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const part = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true });

/** The first section of the document as it is copied. */
async function instructions(page: Page): Promise<string> {
  return (await copyCounted(page)).split('\n\n---\n\n')[0] ?? '';
}

test('every part of the instructions is edited and switched where it stands, and undone', async ({
  app: { page },
}) => {
  await using repository = await makeRepository({
    'AGENTS.md': '# Rules\n',
    'src/CLAUDE.md': '# Nearer rules\n',
    'src/a.txt': 'a\n',
  });
  await openFolder(page, repository.path);
  await row(page, 'src').locator('[data-part="box"]').click();
  await importConversation(page, '[{"role": "Reviewer", "content": "Why?"}]');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await (await instructionsBox(page)).fill('Folder <b>text</b>.');
  await box(page, 'Instructions for all folders').fill('Global text.');
  await chooseSetting(page, 'Persona', 'review');
  await box(page, 'System prompt').fill('Persona text.');
  await expect(page.getByText('review, modified')).toBeVisible();
  expect(await instructions(page)).toBe(
    '## Instructions\n\nGlobal text.\n\nFolder <b>text</b>.\n\nPersona text.',
  );

  // The parts that the app writes, and the user's own.
  await part(page, 'List of selected files').click();
  await page.getByRole('button', { name: 'Add Reviewer' }).click();
  await page.keyboard.type('Grace');
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.keyboard.type('Tone');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Be brief.');
  await part(page, 'Instruction files').click();
  const files = page.getByRole('list', { name: 'Instruction files, nearest first' });
  await expect(files.getByRole('listitem')).toHaveText([/src\/CLAUDE\.md/, /AGENTS\.md/]);
  await expect(row(page, 'AGENTS.md')).toHaveAttribute('aria-checked', 'true');
  const all = await instructions(page);
  const order = [
    ...['Global text.', 'Folder', 'Persona text.', 'Workspace `repository`, selected files:\n\n```csv'],
    ...['Participants:\nReviewer: Grace', 'Follow the instructions in these files', '- `src/CLAUDE.md`'],
    ...['- `AGENTS.md`', 'Be brief.'],
  ].map((text) => all.indexOf(text));
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order).not.toContain(-1);
  const { prompt, document } = await appReport(page);
  expect(prompt.map(({ name }) => name)).toEqual([
    ...['global', 'folder', 'persona', 'workspace', 'participants', 'instructions', 'Tone'],
  ]);

  // One view of the whole.
  await runCommand(page, 'Edit all instructions');
  const dialog = page.getByRole('dialog', { name: 'Instructions' });
  const section = document.blocks.find((block) => block.section === 'instructions');
  await expect(dialog).toContainText(`${section?.tokens} tokens in the document`);
  await expect(dialog).toContainText('Follow the instructions in these files of the document.');
  await dialog.getByText('As one chat message').click();
  await expect(dialog.getByRole('textbox', { name: 'As one chat message' })).toHaveValue(
    /^Global text\.\nFolder <b>text<\/b>\.\nPersona text\.\nWorkspace `repository`, selected files:\nname,type,summary\n/,
  );
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Tone' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the text' }).fill('Style');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await instructions(page)).not.toContain('Be brief.');
  await reload(page);
  await instructionsBox(page);
  await expect(part(page, 'Style')).not.toBeChecked();
  await expect(box(page, 'Instructions for all folders')).toHaveValue('Global text.');

  await box(page, 'Instructions for all folders').fill('Other text.');
  await row(page, 'AGENTS.md').focus();
  await page.keyboard.press('Control+z');
  await expect(box(page, 'Instructions for all folders')).toHaveValue('Global text.');

  // The switch deselects the files that it selected.
  await part(page, 'Instruction files').click();
  await expect(row(page, 'AGENTS.md')).toHaveAttribute('aria-checked', 'false');
  await row(page, 'AGENTS.md').focus();
  await page.keyboard.press('Control+z');
  await expect(row(page, 'AGENTS.md')).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('button', { name: 'Delete Style' }).click();
  await page.keyboard.press('Control+z');
  await whenIdle(page);
  await expect(box(page, 'Text of Style')).toHaveValue('Be brief.');
});
