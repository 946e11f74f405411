/** The Reply tab over a small folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Locator, Page } from '@playwright/test';
import { openFolder } from '../../drive/dropFolder';
import { copyDocument, tick } from '../../drive/strata';
import type { Repository } from './makeRepository';
import { showTab, taskBox } from './workbench';

export const MATH = 'export function add(a: number, b: number): number {\r\n  return a - b;\r\n}\r\n';
export const NOTES = 'first\nsame\nmiddle\nsame\nlast\n';
export const FILES = { 'src/math.ts': MATH, 'notes.txt': NOTES, 'old.txt': 'old\n' };

/** An edit of a file as models write it. */
export function block(path: string, old: string, present: string): string {
  return `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}\n=======\n${present}\n>>>>>>> REPLACE\n\`\`\`\n`;
}

/** An edit that is sure, one with two places, one of a file that the model has not seen, and one of a new file. */
export const REPLY = [
  'I fixed the sign:\n',
  block('src/math.ts', '  return a - b;', '  return a + b;'),
  block('notes.txt', 'same', 'other'),
  block('old.txt', 'old', 'new'),
  'src/extra.ts\n```ts\nexport const extra = 1;\n```\n',
].join('\n');

export const panel = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Reply' });
export const file = (page: Page, path: string): Locator => panel(page).getByRole('region', { name: path });
export const answerBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Answer' });

export async function onDisk({ path }: Repository, name: string): Promise<string | undefined> {
  return readFile(join(path, name), 'utf8').catch(() => undefined);
}

/** Opens the folder and copies a document, which has all files but `old.txt`. */
export async function copied(page: Page, repository: Repository): Promise<void> {
  await openFolder(page, repository.path);
  await tick(page, 'src/**');
  await tick(page, 'notes.txt');
  await taskBox(page).fill('Mend the sum.');
  await copyDocument(page);
}

export async function paste(page: Page, text: string): Promise<void> {
  await showTab(page, 'Reply');
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await panel(page).getByRole('button', { name: 'Paste and read' }).click();
}

/** The file that a button of the tab downloads. */
export async function saved(page: Page, button: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: button }).click();
  return download;
}
