import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { drive } from '../drive/drive';
import { openFolder } from '../drive/dropFolder';
import { appReport, setSetting, tick, whenIdle } from '../drive/strata';
import { refresh } from '../drive/turns';
import { KEY, PASSWORD, valuesIn } from '../secretsInTests';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { chooseFromCopyMenu, copyButton, readClipboard, reload } from './support/workbench';

const FILES = {
  'src/config.ts': `export const key = '${KEY}';\nexport const password = '${PASSWORD}';\n`,
  'src/pay.ts': `import { key } from './config';\n\nexport function pay() {\n  return send('${KEY}');\n}\n`,
  'src/plain.ts': 'export const plain = 1;\n',
};

const secretsDialog = (page: Page): Locator => page.getByRole('dialog', { name: /secrets? found$/ });

async function openAll(page: Page, folder: string): Promise<void> {
  await openFolder(page, folder);
  await tick(page, '**');
  await setSetting(page, 'task', 'Why?');
  await whenIdle(page);
}

/** All that the page's origin keeps, as text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error());
      });
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text();
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value instanceof Map || value instanceof Set || Array.isArray(value))
        return (await Promise.all([...(value as Iterable<unknown>)].map(textOf))).join(' ');
      if (typeof value === 'object' && value !== null)
        return (await Promise.all(Object.entries(value).map(textOf))).join(' ');
      return String(value);
    };
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
    texts.push(JSON.stringify(history.state));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([asked(objects.getAllKeys()), asked(objects.getAll())]);
        texts.push(await textOf(keys), await textOf(values));
      }
      database.close();
    }
    return texts.join('\n');
  });
}

test('a copy stops at secrets, Enter masks them, and their values are kept nowhere', async ({
  app: { page, pageErrors },
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await using repository = await makeRepository(FILES);
  await openAll(page, repository.path);
  // Before the copy.
  await expect(page.getByText('2 secrets')).toBeVisible();
  await expect(page.locator('.document-row.secret')).toHaveCount(3);
  await page.getByRole('treeitem', { name: 'src' }).press('ArrowRight');
  await expect(page.getByRole('treeitem', { name: 'config.ts' })).toContainText('secret');
  await expect(page.getByRole('treeitem', { name: 'plain.ts' })).not.toContainText('secret');

  await copyButton(page).click();
  await expect(secretsDialog(page)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(await readClipboard(page)).toBe('');
  await expect(secretsDialog(page)).not.toContainText(KEY);
  await expect(secretsDialog(page).getByRole('button', { name: 'Mask and copy' })).toBeFocused();
  await page.keyboard.press('Enter');
  await whenIdle(page);
  const copied = await readClipboard(page);
  expect(valuesIn(copied)).toEqual([]);
  expect(copied).toContain("export const key = '[[secret:stripe-key#1]]';");
  expect(copied).toContain("return send('[[secret:stripe-key#1]]');");
  await expect(page.getByText(/2 secrets masked/)).toBeVisible();
  const report = await appReport(page);
  expect(report.document.tokens).toBe(countTokens(copied));
  expect(report.secrets.map(({ kind, path, line, decision }) => [kind, path, line, decision])).toEqual([
    ['stripe-key', 'src/config.ts', 1, 'masked'],
    ['password', 'src/config.ts', 2, 'masked'],
    ['stripe-key', 'src/pay.ts', 4, 'masked'],
  ]);
  expect(valuesIn(JSON.stringify(report))).toEqual([]);

  // In the next visit, nothing is asked, and changes have the same masks.
  await reload(page);
  await whenIdle(page);
  await writeFile(join(repository.path, 'src/pay.ts'), `// Changed\n${FILES['src/pay.ts']}`);
  await refresh(page);
  await page.locator('[data-verb="copy-changes"]').click();
  await whenIdle(page);
  const changes = await readClipboard(page);
  expect(changes).toContain('// Changed');
  expect(valuesIn(changes)).toEqual([]);
  expect(valuesIn(await kept(page))).toEqual([]);
  expect(valuesIn(said.join('\n'))).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('parts, messages, and downloads stop, too, and a place leads to its line', async ({
  app: { page, pageErrors },
}) => {
  await using repository = await makeRepository(FILES);
  await openAll(page, repository.path);
  for (const entry of ['Copy as messages for Claude’s API', 'Download document']) {
    await chooseFromCopyMenu(page, entry);
    await expect(secretsDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(secretsDialog(page)).toBeHidden();
  }
  expect(await readClipboard(page)).toBe('');
  expect((await appReport(page)).turns).toEqual([]);

  await chooseFromCopyMenu(page, 'Copy in parts…');
  await expect(secretsDialog(page)).toBeVisible();
  await secretsDialog(page).getByRole('button', { name: 'src/config.ts:2' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.document-row.secret', { hasText: PASSWORD })).toBeInViewport();

  await chooseFromCopyMenu(page, 'Copy in parts…');
  await secretsDialog(page).getByRole('button', { name: 'Mask and split' }).click();
  await page.locator('[data-verb="copy-next-part"]:enabled').click();
  await expect.poll(() => readClipboard(page)).toContain('[[secret:stripe-key#1]]');
  expect(valuesIn(await readClipboard(page))).toEqual([]);
  await page.keyboard.press('Escape');
  await chooseFromCopyMenu(page, 'Copy as messages for Claude’s API');
  await expect.poll(() => readClipboard(page)).toContain('"messages"');
  const messages = await readClipboard(page);
  expect(messages).toContain('[[secret:stripe-key#1]]');
  expect(valuesIn(messages)).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('one secret is allowed, the others are masked, and the check can be switched off', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openAll(page, repository.path);
  await copyButton(page).click();
  await secretsDialog(page)
    .getByRole('combobox', { name: /^Password/ })
    .selectOption('Allow once');
  await page.getByRole('button', { name: 'Mask, allow, and copy' }).click();
  await whenIdle(page);
  expect(valuesIn(await readClipboard(page))).toEqual([PASSWORD]);
  // Asked again about what was allowed once.
  await page.locator('summary', { hasText: '1 secret' }).click();
  await page.getByRole('switch', { name: 'Check this folder for secrets' }).click();
  await expect(page.getByText('Secret check is off')).toBeVisible();
  await page.locator('[data-verb="copy"]').first().click();
  await whenIdle(page);
  expect(valuesIn(await readClipboard(page))).toEqual([KEY, PASSWORD]);
  expect(valuesIn(await kept(page))).toEqual([]);
});

test('the drive writes nothing but the report, masks, or lets everything out', async () => {
  await using repository = await makeRepository(FILES);
  const command = {
    folder: repository.path,
    ticks: [{ kind: 'tick', glob: '**' }] as const,
    out: 'unused',
  };
  const stopped = await drive(command);
  expect(stopped).toMatchObject({ copied: undefined, held: 3 });
  expect(stopped.report.secrets).toMatchObject([
    { kind: 'stripe-key', severity: 'secret', path: 'src/config.ts', line: 1, decision: 'open' },
    { kind: 'password', severity: 'secret', path: 'src/config.ts', line: 2, decision: 'open' },
    { kind: 'stripe-key', severity: 'secret', path: 'src/pay.ts', line: 4, decision: 'open' },
  ]);
  const masked = await drive({ ...command, secrets: 'mask' });
  expect(valuesIn(masked.copied ?? KEY)).toEqual([]);
  expect(masked.report.secrets.map(({ decision }) => decision)).toEqual(['masked', 'masked', 'masked']);
  const all = await drive({ ...command, secrets: 'off' });
  expect(valuesIn(all.copied ?? '')).toEqual([KEY, PASSWORD]);
  expect(all.report.secrets.map(({ decision }) => decision)).toEqual(['allowed', 'allowed', 'allowed']);
  expect(valuesIn([stopped, masked, all].map(({ report }) => JSON.stringify(report)).join(''))).toEqual([]);
});
