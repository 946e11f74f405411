import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { useNewFolders } from '../../../../tests/engineInBrowser';
import { handoverInTests, openFiles } from '../../../../tests/handoverInTests';
import { path } from '../../../../tests/repoPathInTests';
import PartsDialog from './PartsDialog.svelte';

useNewFolders();
beforeEach(() => page.viewport(900, 900));

const FILES = [
  { path: 'a.ts', text: 'const a = 1;\n'.repeat(120) },
  { path: 'one\nline.txt', text: 'word '.repeat(1_200) },
];
/** The dialog over a folder whose files are all in the document. */
async function openDialog() {
  const { workspace } = await openFiles(FILES);
  const { handover, settings, copied } = handoverInTests();
  settings.change({ chatProfile: 'ChatGPT' });
  await render(PartsDialog, { app: { settings, handover }, workspace, onclose: () => undefined });
  return { workspace, settings, copied };
}

const next = page.getByRole('button', { name: /^Copy part|^Copy: it fits|^All parts|^Copy$/ }).last();
const partsShown = page.getByRole('listitem');

it('copies part by part with the button and with the keys', async () => {
  const { copied } = await openDialog();
  await expect.element(next).toHaveTextContent('Copy part 1 of 2');
  await expect.element(partsShown.first()).toHaveTextContent(/Part 1 of 2 4,\d{3} characters, cuts a line/);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(next).toHaveTextContent('Copy part 2 of 2');
  await expect.element(partsShown.first()).toHaveTextContent('✓ copied');
  await next.click();
  await expect.element(next).toHaveTextContent('All parts are copied');
  await expect.element(next).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(copied.map((text) => text.split('\n')[0])).toEqual(['Part 1 of 2', 'Part 2 of 2']);
  await page.getByRole('button', { name: 'Copy Part 1 of 2', exact: true }).click();
  await expect.poll(() => copied).toHaveLength(3);
  expect(copied[2]).toBe(copied[0]);
});

it('names a block that a limit is too small for on one line', async () => {
  const { workspace } = await openDialog();
  workspace.choices.tick([path('a.ts')], false, 'Untick');
  await page.getByLabelText('Largest part').fill('60');
  await userEvent.tab();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('This limit is too small: no text of one\\u000aline.txt fits into a part.');
  await expect.element(next).toBeDisabled();
});

it('copies nothing of a document that has changed until it is split again', async () => {
  const { workspace, copied } = await openDialog();
  await expect.element(next).toHaveTextContent('Copy part 1 of 2');
  workspace.setOptions({ task: 'Part 1 of 2' }, 'Edit task');
  await expect.element(page.getByRole('status')).toHaveTextContent('has changed since it was split');
  await expect.element(next).toBeDisabled();
  const first = page.getByRole('button', { name: 'Copy Part 1 of 2', exact: true });
  await expect.element(first).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await page.getByRole('button', { name: 'Split again' }).click();
  await expect.element(next).toBeEnabled();
  expect(copied).toEqual([]);
});

it('adds a chat with the values of the present one, which can be named, changed, and removed', async () => {
  const { settings } = await openDialog();
  const chat = page.getByRole('combobox', { name: /^Chat/ });
  await page.getByRole('button', { name: 'Add a chat…' }).click();
  await expect.element(chat).toHaveValue('My chat');
  await expect.element(page.getByLabelText('Largest part')).toHaveValue(4_999);
  await page.getByRole('button', { name: 'Add a chat…' }).click();
  await expect.element(chat).toHaveValue('My chat 2');
  await page.getByLabelText('Name').fill('Ours');
  await userEvent.tab();
  await page.getByLabelText('Largest part').fill('9000');
  await userEvent.tab();
  await expect.element(next).toHaveTextContent('Copy: it fits into one part');
  expect(settings.data.chatProfile).toBe('Ours');
  expect(settings.data.chatProfiles).toMatchObject([
    { name: 'My chat', limit: 4_999 },
    { name: 'Ours', limit: 9_000 },
  ]);
  await page.getByRole('button', { name: 'Remove this chat' }).click();
  expect(settings.data.chatProfiles).toMatchObject([{ name: 'My chat' }]);
  await expect.element(chat).not.toHaveValue('Ours');
});
