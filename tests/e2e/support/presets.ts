import type { Locator, Page } from '@playwright/test';
import { appReport, whenIdle } from '../../drive/strata';
import { expect } from './app';
import { makeRepository, type Repository } from './makeRepository';
import { runCommand } from './workbench';

export function harbor(): Promise<Repository> {
  return makeRepository({
    'src/a.ts': 'export const a = 1;\n',
    'src/b.ts': 'export const b = 2;\n',
    'docs/guide.md': '# Guide\n',
    'lib/moved.ts': 'export const moved = 3;\n',
    '.env': 'TOKEN=1\n',
  });
}

export function presets(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Presets' });
}

export function presetButton(page: Page, shown: string): Locator {
  return page.getByRole('button', { name: `Preset: ${shown}`, exact: true });
}

export async function save(page: Page, name: string): Promise<void> {
  await runCommand(page, 'Save as preset');
  await presets(page).getByLabel('Name').fill(name);
  await presets(page).getByRole('button', { name: 'Save', exact: true }).click();
}

export async function pasteImport(page: Page, text: string): Promise<void> {
  await runCommand(page, 'Import presets');
  await presets(page).getByLabel('Text').fill(text);
  await presets(page).getByRole('button', { name: 'Preview' }).click();
}

/** The app may first look for files; the dialog closes when the preset is applied. */
export async function applyShown(page: Page): Promise<void> {
  await presets(page).getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(presets(page)).toHaveCount(0);
  await whenIdle(page);
}

export async function modes(page: Page): Promise<readonly (readonly [path: string, mode: string])[]> {
  const { files } = await appReport(page);
  return files
    .flatMap(({ path, mode }) => (mode === undefined ? [] : [[path, mode] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

export async function ticked(page: Page): Promise<readonly string[]> {
  return (await modes(page)).map(([path]) => path);
}
