import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { openedApp } from '../../../../tests/appInTests';
import { heldStorage } from '../../../../tests/heldStorage';
import type { App } from '../../../app/app.svelte';
import PersonasDialog from './PersonasDialog.svelte';

const name = page.getByRole('textbox', { name: 'Name' });
const prompt = page.getByRole('textbox', { name: 'System prompt' });
const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const listed = (persona: string) =>
  page.getByRole('list', { name: 'Personas' }).getByRole('button', { name: persona });

async function show(app: App) {
  await render(PersonasDialog, {
    ...{ app, workspace: app.workspace },
    onclose: () => undefined,
  });
}

test('text typed while a persona is being saved stays in its fields', async () => {
  const { storage, hold, release } = heldStorage();
  const app = await openedApp(storage);
  await show(app);
  await button('New persona').click();
  await name.fill('mender');
  hold();
  await button('Save').click();
  await prompt.fill('Mend it.');
  release();
  await expect.element(page.getByText('Saved mender.')).toBeVisible();
  await expect.element(prompt).toHaveValue('Mend it.');
  await expect.element(prompt).toHaveFocus();
  await button('Save').click();
  await expect.poll(() => app.personas.byName('mender')?.value.systemPrompt).toBe('Mend it.');
});

test('a persona that another tab has changed is renamed only by a second save', async () => {
  const app = await openedApp();
  await show(app);
  await button('New persona').click();
  await name.fill('mender');
  await button('Save').click();
  await expect.element(page.getByText('Saved mender.')).toBeVisible();
  await name.fill('fixer');
  const record = app.personas.in('global', 'mender');
  if (record === undefined) throw new Error('mender is not saved');
  await app.personas.save({ ...record.value, systemPrompt: 'Mend it.' }, 'global', record);
  await button('Save').click();
  await expect.element(page.getByText(/^Another tab has changed mender\./)).toBeVisible();
  await expect.element(name).toHaveValue('fixer');
  expect(app.personas.byName('mender')?.value.systemPrompt).toBe('Mend it.');
  await button('Save').click();
  await expect.element(page.getByText('Saved fixer.')).toBeVisible();
  expect(app.personas.byName('mender')).toBeUndefined();
  expect(app.personas.byName('fixer')?.value.systemPrompt).toBe('Mend it.');
});

test('unsaved text survives a look at another persona and closing the dialog, until it is discarded', async () => {
  const app = await openedApp();
  await show(app);
  await button('New persona').click();
  await name.fill('mender');
  await listed('explain').click();
  await expect.element(name).toHaveValue('explain');
  cleanup();
  await show(app);
  await button('New persona').click();
  await expect.element(name).toHaveValue('mender');
  await button('Discard changes').click();
  await expect.element(name).toHaveValue('');
});
