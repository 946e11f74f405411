import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { openedApp } from '../../../../tests/appInTests';
import { heldStorage } from '../../../../tests/heldStorage';
import type { App } from '../../../app/app.svelte';
import type { PresetsPart } from '../../../app/commands';
import PresetsDialog from './PresetsDialog.svelte';

const name = page.getByLabelText('Name', { exact: true });
const description = page.getByLabelText('Description');
const button = (label: string) => page.getByRole('button', { name: label, exact: true });

async function show(app: App, part: PresetsPart = 'list') {
  await render(PresetsDialog, {
    ...{ app, workspace: app.workspace, part },
    onopen: () => undefined,
    onclose: () => undefined,
  });
}

test('text typed while a new preset is being saved stays in its fields', async () => {
  const { storage, hold, release } = heldStorage();
  const app = await openedApp(storage);
  await show(app, 'save');
  await name.fill('first');
  hold();
  await button('Save').click();
  await description.fill('What matters.');
  release();
  await expect.element(page.getByText('Saved first.')).toBeVisible();
  await expect.element(description).toHaveValue('What matters.');
  await expect.element(description).toHaveFocus();
  await button('Save changes').click();
  await expect.poll(() => app.presets.byName('first')?.value.description).toBe('What matters.');
});

test('text typed while changes are being saved stays, even under a new name', async () => {
  const { storage, hold, release } = heldStorage();
  const app = await openedApp(storage);
  await show(app, 'save');
  await name.fill('first');
  await button('Save').click();
  await name.fill('second');
  hold();
  await button('Save changes').click();
  await description.fill('What matters.');
  release();
  await expect.element(page.getByText('Saved second.')).toBeVisible();
  await expect.element(description).toHaveValue('What matters.');
  await button('Save changes').click();
  await expect.poll(() => app.presets.byName('second')?.value.description).toBe('What matters.');
});

test('the choices of scope and task stay when another tab saves a preset', async () => {
  const app = await openedApp();
  await show(app, 'save');
  await name.fill('first');
  await button('Save').click();
  await button('Save as preset…').click();
  await page.getByLabelText('Save in').selectOptions('project');
  await page.getByLabelText('Include task').click();
  const value = app.presets.byName('first')?.value;
  if (value === undefined) throw new Error('first is not saved');
  await app.presets.save({ ...value, name: 'other' }, 'global');
  await expect.element(page.getByRole('button', { name: /^other/ })).toBeVisible();
  await expect.element(page.getByLabelText('Save in')).toHaveValue('project');
  await expect.element(page.getByLabelText('Include task')).toBeChecked();
});

test('unsaved text survives a look at another preset, a taken name, and closing the dialog', async () => {
  const app = await openedApp();
  await show(app, 'save');
  await name.fill('first');
  await button('Save').click();
  await button('Save as preset…').click();
  await name.fill('other');
  await button('Cancel').click();
  await button('Save as preset…').click();
  await expect.element(name).toHaveValue('first');
  await name.fill('second');
  await button('Save').click();
  await description.fill('Half a sent');
  await page.getByRole('button', { name: /^first/ }).click();
  await expect.element(description).toHaveValue('');
  await page.getByRole('button', { name: /^second/ }).click();
  await expect.element(description).toHaveValue('Half a sent');
  await name.fill('first');
  await button('Save changes').click();
  await button('Cancel').click();
  await expect.element(name).toHaveValue('first');

  cleanup();
  await show(app);
  await page.getByRole('button', { name: /^second/ }).click();
  await expect.element(description).toHaveValue('Half a sent');
  await button('Discard changes').click();
  await expect.element(name).toHaveValue('second');
  await expect.element(description).toHaveValue('');
});
