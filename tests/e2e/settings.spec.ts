import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from '@playwright/test';
import { openFolder } from '../drive/dropFolder';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';
import { row } from './support/workbench';

const plain = { disallowedSpecial: new Set<string>() };

async function inSettings(page: Page, change: () => Promise<unknown>): Promise<void> {
  await page.keyboard.press('Control+,');
  await change();
  await page.keyboard.press('Escape');
  await whenIdle(page);
}

test('another encoding recounts everything', async ({ app: { page } }) => {
  await using repository = await makeRepository({
    'code.ts': 'export const HTTPServer = 12345678;\n'.repeat(20),
    'text.md': 'Übergrößenträger 日本語 🦊 <|endoftext|>\n'.repeat(20),
    'missing.dat': new Uint8Array([1, 0]),
  });
  await openFolder(page, repository.path);
  await tick(page, '**');
  const copied = await copyDocument(page);
  expect((await appReport(page)).document.tokens).toBe(countO200k(copied, plain));
  await inSettings(page, () => page.getByLabel('Tokenizer').selectOption('cl100k_base'));
  expect(await copyDocument(page)).toBe(copied);
  const { document, files } = await appReport(page);
  expect(document.tokens).toBe(countCl100k(copied, plain));
  expect(document.tokens).not.toBe(countO200k(copied, plain));
  await expect(page.locator('[data-total]')).toHaveText(/^≈/); // for a model with the other encoding
  const code = 'export const HTTPServer = 12345678;\n'.repeat(20);
  expect(files.find(({ path }) => path === 'code.ts')?.tokens).toBe(countCl100k(code));
});

test("the user's own patterns win over every file", async ({ app: { page } }) => {
  await using repository = await makeRepository({
    '.gitignore': '*.log\n',
    '.strataignore': '!b.txt\n',
    'a.log': 'a\n',
    'b.txt': 'b\n',
    'c.txt': 'c\n',
  });
  await openFolder(page, repository.path);
  const patterns = page.getByLabel(/^Ignore patterns/);
  await inSettings(page, () => patterns.fill('!*.log\nb.txt\n'));
  const { files, ignored } = await appReport(page);
  expect(files.map(({ path }) => path)).toContain('a.log');
  expect(ignored).toEqual([{ path: 'b.txt', rule: 'b.txt', file: 'user', line: 2 }]);
  await inSettings(page, () => patterns.fill(''));
  expect((await appReport(page)).ignored.map(({ path }) => path)).toEqual(['a.log']);
});

test('a hostile ignore file takes bounded time, and its bad lines are reported', async ({
  app: { page },
}) => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `*never${i}*`).join('\n');
  await using repository = await makeRepository({
    '.gitignore': `${'x'.repeat(70_000)}\n${'*a'.repeat(20)}b\n${'**/a/'.repeat(12)}b\n(a+)+$\n*.log\n${lines}\n`,
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.txt': '',
    'a/a/a/a/a/a/a/a/a/a/a/a/c.txt': '',
    'a.log': '',
  });
  await openFolder(page, repository.path);
  const { files, ignored } = await appReport(page);
  expect(files.length).toBe(3);
  expect(ignored.map(({ path, line }) => [path, line])).toEqual([['a.log', 5]]);
  await expect(page.getByText('2 ignore rules skipped')).toBeVisible();
});

test('a secret stays out until it is ticked and the question answered', async ({ app: { page } }) => {
  await using repository = await makeRepository({ '.env': 'TOKEN=1\n', id_rsa: 'k\n', 'a.txt': 'a\n' });
  await openFolder(page, repository.path);
  await tick(page, '**');
  expect(await copyDocument(page)).not.toContain('TOKEN');
  await page.getByRole('button', { name: 'Show ignored files' }).click();
  await row(page, '.env').locator('[data-part="box"]').click();
  const question = page.getByRole('dialog', { name: 'These files may contain secrets' });
  await question.getByRole('button', { name: 'Leave out' }).click();
  await expect(row(page, '.env')).toHaveAttribute('aria-checked', 'false');
  await row(page, '.env').locator('[data-part="box"]').click();
  await question.locator('[data-verb="confirm"]').click();
  expect(await copyDocument(page)).toContain('TOKEN=1');
  expect(await copyDocument(page)).not.toContain('id_rsa');
});
