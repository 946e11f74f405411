import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../theme/index.css';
import { openedApp } from '../../../../tests/appInTests';
import { storageInMemory } from '../../../../tests/storageInMemory';
import SettingsDialog from './SettingsDialog.svelte';

test('patterns are stored while they are typed, so that a reload before the dialog closes drops none', async () => {
  const storage = storageInMemory();
  const app = await openedApp(storage);
  await render(SettingsDialog, { app, onclose: () => undefined });
  await page.getByLabelText('Ignore patterns, in .gitignore syntax').fill('*.snap');
  await app.flush();
  expect(await storage.get('settings')).toMatchObject({ userPatterns: '*.snap' });
});
