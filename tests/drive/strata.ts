import type { Locator, Page } from '@playwright/test';
import type { Automation } from '../../src/app/automation/automation';
import type { SuggestedFile } from '../../src/app/automation/files';
import type { FittedDocument } from '../../src/app/automation/fit';
import type { UsedFiles } from '../../src/app/ports/engine';
import type { Report } from '../../src/app/automation/report';
import type { MessagesFormat } from '../../src/core/apiMessages/format';
import type { DiffStart } from '../../src/core/settings/settings';

declare global {
  var strata: Automation;
}

/** Resolves once the app has mounted, whatever screen it starts on. */
export async function whenStarted(page: Page): Promise<void> {
  await page.locator('html[data-state]:not([data-state="loading"])').waitFor({ state: 'attached' });
}

/** Resolves when nothing is left to do: no scan, count, render or copy in progress. */
export async function whenIdle(page: Page): Promise<void> {
  await page.evaluate(() => globalThis.strata.whenIdle());
}

/** Ticks the files that match a glob and returns their number. */
export function tick(page: Page, glob: string): Promise<number> {
  return page.evaluate((pattern) => globalThis.strata.tick(pattern), glob);
}

/** Ticks the files that git says have changed, except those that rules leave out. */
export function tickChanged(page: Page, start: DiffStart): Promise<void> {
  return page.evaluate((from) => globalThis.strata.tickChanged(from), start);
}

/** Unticks the files that match a glob and returns their number. */
export function untick(page: Page, glob: string): Promise<number> {
  return page.evaluate((pattern) => globalThis.strata.untick(pattern), glob);
}

/** Shows all ticked files in a view mode; rejects if there is no such mode. */
export function setMode(page: Page, mode: string): Promise<void> {
  return page.evaluate((name) => globalThis.strata.setMode(name), mode);
}

/** Sets a setting by its key in preset files; rejects for a value that is none. */
export function setSetting(page: Page, key: string, text: string): Promise<void> {
  return page.evaluate(([name, value]) => globalThis.strata.set(name, value), [key, text] as const);
}

export function setPersona(page: Page, persona: string): Promise<void> {
  return page.evaluate((name) => globalThis.strata.setPersona(name), persona);
}

/** Marks ticked files as focus and returns how many have that name. */
export function focus(page: Page, name: string): Promise<number> {
  return page.evaluate((wanted) => globalThis.strata.focus(wanted), name);
}

/** Imports a preset from a text and applies it. */
export function applyPreset(page: Page, text: string, fileName: string): Promise<void> {
  return page.evaluate(([given, name]) => globalThis.strata.applyPreset(given, name), [
    text,
    fileName,
  ] as const);
}

/** Imports a persona from a text and fills the settings from it. */
export function applyPersona(page: Page, text: string, fileName: string): Promise<void> {
  return page.evaluate(([given, name]) => globalThis.strata.applyPersona(given, name), [
    text,
    fileName,
  ] as const);
}

/** Imports conversations and returns the number of messages of the first one. */
export function importConversation(page: Page, text: string): Promise<number> {
  return page.evaluate((given) => globalThis.strata.importConversation(given), text);
}

/** The same for a file, which may be a ZIP archive. */
export async function importConversationFile(page: Page, path: string): Promise<number> {
  await using input = await page.evaluateHandle(() =>
    Object.assign(document.createElement('input'), { type: 'file' }),
  );
  await input.setInputFiles(path);
  return page.evaluate((chosen) => globalThis.strata.importConversation(chosen.files?.[0] ?? ''), input);
}

/** Adds a file by its path in the folder, or from another place. Rejects if it is none that can be added. */
export async function addFile(
  page: Page,
  verb: 'addDocument' | 'addScreenshot',
  { file, path }: { readonly file: string; readonly path: string | undefined },
): Promise<void> {
  if (path !== undefined) {
    await page.evaluate(([name, given]) => globalThis.strata[name](given), [verb, path] as const);
    return;
  }
  await using input = await page.evaluateHandle(() =>
    Object.assign(document.createElement('input'), { type: 'file' }),
  );
  await input.setInputFiles(file);
  await input.evaluate((chosen, name) => globalThis.strata[name](chosen.files?.[0] ?? ''), verb);
}

/** Adds the copied task and the answer to it to the discussion; rejects if no task was copied. */
export function addAnswer(page: Page, text: string): Promise<void> {
  return page.evaluate((given) => globalThis.strata.addAnswer(given), text);
}

export function readReply(page: Page, text: string, accepted: 'sure' | 'all'): Promise<void> {
  return page.evaluate(([given, taken]) => globalThis.strata.readReply(given, taken), [
    text,
    accepted,
  ] as const);
}

export function writeReply(page: Page): Promise<void> {
  return page.evaluate(() => globalThis.strata.writeReply());
}

export async function replyPatch(page: Page): Promise<Buffer> {
  return Buffer.from(await page.evaluate(() => globalThis.strata.replyPatch()), 'latin1');
}

/** Uses a text for the URL at this place in the task; rejects if there is none. */
export function pasteUrl(page: Page, index: number, text: string): Promise<void> {
  return page.evaluate(([at, given]) => globalThis.strata.pasteUrl(at, given), [index, text] as const);
}

/** Replaces the oldest messages of the discussion by a summary and returns their number; rejects if there are none. */
export function compress(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.strata.compress());
}

/** The composition as the text of a preset. */
export function exportPreset(page: Page, name: string, format: 'toml' | 'json'): Promise<string> {
  return page.evaluate(([given, as]) => globalThis.strata.exportPreset(given, as), [name, format] as const);
}

/** The likely files that are not ticked; rejects if there is no task. */
export function suggest(page: Page, limit: number): Promise<readonly SuggestedFile[]> {
  return page.evaluate((most) => globalThis.strata.suggest(most), limit);
}

/** Ticks the files that a file uses within `steps` steps, and returns them; rejects if there is no such file. */
export function tickNeeded(page: Page, path: string, steps: number): Promise<readonly string[]> {
  return page.evaluate(([file, most]) => globalThis.strata.tickNeeded(file, most), [path, steps] as const);
}

/** The files that each file uses. */
export function links(page: Page): Promise<readonly UsedFiles[]> {
  return page.evaluate(() => globalThis.strata.links());
}

/** Makes the document fit a budget; rejects without a task, unless only the ticked files are fitted. */
export function fit(page: Page, ...wanted: Parameters<Automation['fit']>): Promise<FittedDocument> {
  return page.evaluate(([tokens, options]) => globalThis.strata.fit(tokens, options), wanted);
}

/** Adds to reports how each turn from now on arranges its document. */
export function recordLayers(page: Page): Promise<void> {
  return page.evaluate(() => globalThis.strata.recordLayers());
}

/** The document in parts of at most so many tokens; rejects if the limit is too small. */
export function partsOf(page: Page, tokens: number): Promise<readonly string[]> {
  return page.evaluate((most) => globalThis.strata.parts(most), tokens);
}

/** The document as messages, without counting it as handed over. */
export function messagesOf(page: Page, format: MessagesFormat): Promise<string> {
  return page.evaluate((wanted) => globalThis.strata.messages(wanted), format);
}

/** Decides about all secrets in what is handed over from now on. */
export function decideSecrets(page: Page, policy: 'mask' | 'off'): Promise<void> {
  return page.evaluate((chosen) => globalThis.strata.decideSecrets(chosen), policy);
}

/** The number of secrets that held something back. */
export function heldSecrets(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.strata.heldSecrets());
}

export function appReport(page: Page): Promise<Report> {
  return page.evaluate(() => globalThis.strata.report());
}

/**
 * Presses Copy like a user, proceeds without focus files if the app asks for them, and returns the clipboard's text.
 * Throws with the app's reason if copying is not possible or produces nothing.
 */
export function copyDocument(page: Page): Promise<string> {
  return copyBy(page, copyButton(page));
}

/** The same for what has changed since the last copy. */
export function copyChanges(page: Page): Promise<string> {
  return copyBy(page, changesButton(page));
}

/** Whether there is an earlier copy to update. */
export function canCopyChanges(page: Page): Promise<boolean> {
  return changesButton(page).isVisible();
}

function changesButton(page: Page): Locator {
  return page.locator('[data-verb="copy-changes"]');
}

async function copyBy(page: Page, button: Locator): Promise<string> {
  if (await button.isDisabled()) throw new Error(`Copy is not possible: ${await reasonOf(button)}`);
  await button.click();
  await whenIdle(page);
  if ((await askedBy(page)) === 'focus') {
    await page.locator('[data-verb="no-focus"]').click();
    await whenIdle(page);
  }
  if ((await askedBy(page)) === 'secrets')
    throw new Error('Copy is not possible: the document may contain secrets');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  if (text === '') throw new Error(`Copy left nothing on the clipboard. ${await noticesOf(page)}`);
  return text;
}

/** The question that the app asks; empty for none. */
function askedBy(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['asks']);
}

export function canCopy(page: Page): Promise<boolean> {
  return copyButton(page).isEnabled();
}

function copyButton(page: Page): Locator {
  return page.locator('[data-verb="copy"]').first();
}

async function reasonOf(button: Locator): Promise<string> {
  const label = (await button.getAttribute('title')) ?? (await button.getAttribute('aria-label'));
  return label ?? 'the button is disabled';
}

/** The app's current messages to the user, in one line. */
export async function noticesOf(page: Page): Promise<string> {
  const texts = await page.locator('[role="alert"], [role="status"], [data-sonner-toast]').allInnerTexts();
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' · ');
}
