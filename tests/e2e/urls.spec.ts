import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { drive } from '../drive/drive';
import { openFolder } from '../drive/dropFolder';
import { recordRequests } from '../drive/requests';
import { appReport, copyDocument, tick, whenIdle } from '../drive/strata';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { makeRepository } from './support/makeRepository';
import { servePages } from './support/pageServer';
import { backToTask, taskBox } from './support/workbench';

const FILES = { 'a.txt': 'text of a\n' };
const HTML =
  '<!doctype html><title>T</title><nav>Menu</nav><main><h1>Guide</h1><p>Read <a href="/api">this</a>.</p><h2>Files</h2></main>';
const OTHER = 'https://docs.example.com/guide';

const strip = (page: Page) =>
  page.getByRole('region', { name: 'Task and copy' }).getByRole('list', { name: 'URLs in the task' });
const item = (page: Page, url: string) =>
  strip(page)
    .getByRole('listitem')
    .filter({ hasText: new URL(url).host });

async function openWithTask(page: Page, path: string, text: string): Promise<void> {
  await openFolder(page, path);
  await tick(page, 'a.txt');
  await taskBox(page).fill(text);
  await whenIdle(page);
}

async function openFetch(page: Page, context: BrowserContext, url: string): Promise<Page> {
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: `Fetch ${url}` }).click(),
  ]);
  await opened.getByRole('region', { name: `Requests for ${url}` }).waitFor();
  return opened;
}

test('URLs in the task are fetched on a page of their own, or pasted, and become a section', async ({
  app: { page, context },
  site,
}) => {
  await using repository = await makeRepository(FILES);
  await using server = await servePages((_, response) => response.end(HTML));
  const url = `${server.address}guide`;
  const seen = recordRequests(context);
  await openWithTask(page, repository.path, `Follow ${url} and (${OTHER}).`);
  await expect(strip(page).getByRole('listitem')).toHaveCount(2);
  await expect(item(page, OTHER)).toContainText('Documentation');
  await expect(item(page, OTHER)).toContainText('Not fetched');
  expect(await findings(page)).toEqual([]);
  expect(await copyDocument(page)).not.toContain('## URLs');
  await backToTask(page);

  const network = await openFetch(page, context, url);
  await expect(network.getByText(`GET ${url}`)).toBeVisible();
  expect(await findings(network)).toEqual([]);
  expect(server.asked).toEqual([]);
  await network.getByRole('button', { name: `Fetch from ${new URL(url).host}` }).click();
  await expect(network.getByRole('status')).toHaveText('Done. The text is in Strata.');
  expect(server.asked).toEqual(['GET /guide']);
  expect(await findings(network)).toEqual([]);
  await network.close();
  await expect(item(page, url)).toContainText(/Fetched just now, \d+ characters/);

  await page.getByRole('button', { name: `Paste the text of ${OTHER}` }).click();
  const box = page.getByRole('textbox', { name: `Text or HTML of ${OTHER}` });
  await expect(box).toBeFocused();
  await box.fill(`# Other\n\n${'word '.repeat(1_000)}`);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use text' }).click();
  await expect(item(page, OTHER)).toContainText('Pasted just now, the first 4,000 characters');
  await expect(page.getByRole('button', { name: `Paste the text of ${OTHER}` })).toBeFocused();
  await whenIdle(page);

  const copied = await copyDocument(page);
  expect(copied).toContain(
    `## URLs\n\n### \`${url}\`\n\n#### Guide\n\nRead [this](${server.address}api).\n\n##### Files\n\n---\n\n### \`${OTHER}\`\n\n#### Other\n\nword `,
  );
  expect(copied).toContain('\n\n[truncated...]\n\n---\n\n## Task\n\nFollow');
  const { document: report } = await appReport(page);
  expect(report.blocks.map(({ id }) => id)).toEqual([
    'file:a.txt',
    `url:${url}`,
    `url:${OTHER}`,
    'section:task',
  ]);
  expect(seen.filter((request) => !isOwn(request.url, site.url))).toEqual([{ url, method: 'GET' }]);
});

function isOwn(url: string, siteUrl: string): boolean {
  return url.startsWith(siteUrl) || url.startsWith('blob:') || url.startsWith('data:');
}

test("the app's page can't connect, whatever it is asked to", async ({ app: { page } }) => {
  await using repository = await makeRepository(FILES);
  await using server = await servePages((_, response) => response.end(HTML));
  await openWithTask(page, repository.path, `See ${server.address}`);
  const isRefused = await page.evaluate(
    (address) =>
      fetch(address).then(
        () => false,
        () => true,
      ),
    server.address,
  );
  expect(isRefused).toBe(true);
  expect(server.asked).toEqual([]);
});

test('failures are named on both pages, and nothing is requested twice', async ({
  app: { page, context },
}) => {
  await using repository = await makeRepository(FILES);
  await using closed = await servePages((_, response) => response.end(HTML), { cors: false });
  await using server = await servePages((path, response) => {
    if (path === '/limited') {
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      response.writeHead(429, { 'Retry-After': 'Tue, 01 Jan 2030 12:00:00 GMT' }).end();
    } else response.writeHead(404).end();
  });
  const [missing, limited, blocked] = [
    `${server.address}missing`,
    `${server.address}limited`,
    `${closed.address}page`,
  ];
  await openWithTask(page, repository.path, `${missing} ${limited} ${blocked}`);
  const network = await openFetch(page, context, missing);
  const part = (url: string) => network.getByRole('region', { name: `Requests for ${url}` });
  const fetchPart = (url: string) => part(url).getByRole('button').click();
  for (const url of [limited, blocked]) await page.getByRole('button', { name: `Fetch ${url}` }).click();
  for (const [url, reason] of [
    [missing, 'There is no such page, or it is not public (404).'],
    [limited, 'Too many requests (429). The limit ends at Jan 1, 2030'],
    [blocked, "The site doesn't let other pages read it (CORS), or there was no response."],
  ] as const) {
    await fetchPart(url);
    await expect(part(url).getByRole('status')).toContainText(`${reason}`);
    await expect(part(url).getByRole('status')).toContainText('You can paste the text in Strata instead.');
    await expect(
      strip(page)
        .getByRole('listitem')
        .filter({ hasText: new URL(url).pathname }),
    ).toContainText(reason);
  }
  expect([server.asked, closed.asked]).toEqual([['GET /missing', 'GET /limited'], ['GET /page']]);
  expect(await copyDocument(page)).not.toContain('## URLs');
});

test('a redirect waits for a second click, and its end is shown', async ({ app: { page, context } }) => {
  await using repository = await makeRepository(FILES);
  await using other = await servePages((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('just text'),
  );
  await using server = await servePages((path, response) => {
    const to = path === '/there' ? `${other.address}end` : '/here-too';
    if (path === '/here-too') response.setHeader('Content-Type', 'text/plain').end(HTML);
    else response.writeHead(302, { Location: to }).end();
  });
  for (const [path, end] of [
    ['there', `${other.address}end`],
    ['here', `${server.address}here-too`],
  ] as const) {
    await openWithTask(page, repository.path, `${server.address}${path}`);
    const network = await openFetch(page, context, `${server.address}${path}`);
    await network.getByRole('button', { name: /^Fetch from/ }).click();
    await expect(network.getByRole('status')).toContainText('Nothing has been requested there.');
    expect(other.asked).toHaveLength(path === 'there' ? 0 : 1);
    await network.getByRole('button', { name: 'Fetch and follow the redirect' }).click();
    await expect(network.getByRole('status')).toContainText(`Done, from ${end}.`);
    await expect(strip(page)).toContainText(`From ${end}`);
    await network.close();
  }
  await whenIdle(page);
  expect(await copyDocument(page)).toContain('#### Guide');
});

test('the texts survive a reload, can be left out, and are switched off in the tab of sources', async ({
  app: { page },
}) => {
  await using repository = await makeRepository(FILES);
  await openWithTask(page, repository.path, `See ${OTHER}`);
  await page.getByRole('button', { name: `Paste the text of ${OTHER}` }).click();
  await page.getByRole('textbox', { name: `Text or HTML of ${OTHER}` }).fill('<h1>Kept</h1>');
  await page.keyboard.press('Control+Enter');
  await expect(item(page, OTHER)).toContainText('Pasted just now');
  await whenIdle(page);
  await page.reload();
  await expect(item(page, OTHER)).toContainText('Pasted');
  const preview = page.getByRole('region', { name: 'Document', exact: true });
  await expect(preview).toContainText('#### Kept');

  const include = strip(page).getByRole('checkbox', { name: `${OTHER} in the document` });
  await include.uncheck();
  await expect(preview).not.toContainText('Kept');
  await include.check();
  await expect(preview).toContainText('#### Kept');
  await page.getByRole('tab', { name: 'Sources' }).click();
  const part = page.getByRole('region', { name: 'URLs', exact: true });
  await expect(part).toContainText('1 URL in the task, 1 in the document');
  await part.getByRole('button', { name: 'URLs', exact: true }).click();
  await expect(part.getByRole('list', { name: 'URLs in the task' })).toContainText('docs.example.com');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'URLs in the document' }).uncheck();
  await expect(strip(page).locator('..')).toContainText('switched off in the Sources tab');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview).not.toContainText('Kept');
  await page.keyboard.press('Control+z');
  await expect(preview).toContainText('#### Kept');
  await taskBox(page).fill('Nothing to read');
  await expect(preview).not.toContainText('## URLs');
});

test('the command takes texts for the URLs of the task, in their order', async () => {
  await using repository = await makeRepository(FILES);
  const folder = await mkdtemp(join(tmpdir(), 'strata-urls-'));
  const files = ['one.html', 'two.md'].map((name) => join(folder, name));
  await writeFile(files[0] ?? '', HTML);
  await writeFile(files[1] ?? '', `# Two\n\n${'x '.repeat(3_000)}`);
  const prompt = join(folder, 'task.md');
  await writeFile(prompt, 'Read https://a.example/1, https://b.example/2, and https://c.example/3.');
  const options = { folder: repository.path, layout: 'sections', out: 'unused', prompt } as const;
  const ticks = [{ kind: 'tick', glob: 'a.txt' }] as const;
  const { copied, report } = await drive({ ...options, ticks, urlTexts: files });
  expect(copied).toContain('## URLs\n\n### `https://a.example/1`\n\n#### Guide');
  expect(copied).toContain('### `https://b.example/2`\n\n#### Two');
  expect(copied).not.toContain('### `https://c.example');
  expect(report.document.blocks.map(({ section }) => section)).toEqual(['files', 'urls', 'urls', 'task']);
  expect(report.document.blocks.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(
    report.document.tokens,
  );
  expect(report.warnings).toEqual([
    'https://b.example/2: only the first 4000 characters are in the document',
    'https://c.example/3: only the address is in the document; its text was not given',
  ]);
  await expect(drive({ ...options, ticks, prompt, urlTexts: [...files, ...files] })).rejects.toThrow(
    'the task has only 3 URLs',
  );
  await rm(folder, { recursive: true });
});
