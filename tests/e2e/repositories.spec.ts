import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { recordRequests } from '../drive/requests';
import { appReport, tick, whenIdle } from '../drive/strata';
import { COMMIT, giteaAnswers, gitlabAnswers, type ForgeFile } from '../forgeServer';
import { expect, test } from './support/app';
import { findings } from './support/axe';
import { copyCounted } from './support/copied';
import { servePages } from './support/pageServer';
import { row } from './support/workbench';

const BYTES = Uint8Array.from({ length: 1_024 }, (_, at) => at % 256);

const FILES: readonly ForgeFile[] = [
  { path: 'README.md', bytes: '# Title\n\nü' },
  { path: 'src/a b#?.ts', bytes: 'export const a = 1;\n' },
  { path: 'src/run.sh', bytes: '#!/bin/sh\n', mode: '100755' },
  { path: 'src/deep/data.dat', bytes: BYTES },
  { path: 'logo.png', bytes: BYTES },
  { path: 'link', bytes: 'README.md', mode: '120000' },
  { path: 'library', bytes: '', mode: '160000' },
  { path: '../escape.txt', bytes: 'x' },
];

async function openNetworkPage(page: Page, context: BrowserContext, address: string): Promise<Page> {
  await page.getByRole('button', { name: 'Open a public repository…' }).click();
  const box = page.getByRole('textbox', { name: 'Address' });
  await expect(box).toBeFocused();
  await box.fill(address);
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await expect(opened.getByRole('heading', { name: address })).toBeVisible();
  return opened;
}

const listButton = (network: Page) => network.getByRole('button', { name: /^List files from/ });
const fetchButton = (network: Page) => network.getByRole('button', { name: /^Fetch / });

/** Text and hash of each file, as the app reads it. */
async function openedFiles(page: Page): Promise<readonly string[]> {
  await page.locator('html:not([data-state="landing"])').waitFor({ state: 'attached' });
  await whenIdle(page);
  const { files, errors } = await appReport(page);
  expect(errors).toEqual([]);
  return files.map(({ path }) => path).sort();
}

test('a repository of a Gitea server opens like a folder', async ({ app: { page, context }, site }) => {
  await using server = await servePages(giteaAnswers(FILES));
  const { host } = new URL(server.address);
  const seen = recordRequests(context);
  expect(await findings(page)).toEqual([]);
  const network = await openNetworkPage(page, context, `${host}/owner/name/src/branch/main`);
  expect(await findings(network)).toEqual([]);
  await expect(network.getByRole('list', { name: 'Requests for the list of files' })).toContainText(
    `GET http://${host}/api/v1/repos/owner/name/git/trees/COMMIT`,
  );
  expect(server.asked).toEqual([]);

  await listButton(network).press('Enter');
  await expect(network.getByRole('heading', { name: '2. Files' })).toBeFocused();
  await expect(network.getByText(`owner/name, main, commit ${COMMIT.slice(0, 10)}`)).toBeVisible();
  expect(server.asked.filter((request) => request.includes('/raw/'))).toEqual([]);
  for (const text of ['1 symbolic link', '1 submodule', '1 file with a name that is not safe'])
    await expect(network.getByText(text)).toBeVisible();
  expect(await findings(network)).toEqual([]);
  await network.getByRole('checkbox', { name: 'Also fetch 1 file (1 KB) without text' }).check();
  await expect(fetchButton(network)).toHaveText(`Fetch 5 files (2.1 KB) from ${host}`);
  await fetchButton(network).press('Enter');
  await expect(network.getByText('Opened in Strata as owner-name-main.')).toBeVisible();
  expect(await findings(network)).toEqual([]);
  const close = network.getByRole('button', { name: 'Close this page' });
  await expect(close).toBeFocused();
  await Promise.all([network.waitForEvent('close'), close.click()]);

  expect(await openedFiles(page)).toEqual(['README.md', 'src/a b#?.ts', 'src/deep/data.dat', 'src/run.sh']);
  const { ignored } = await appReport(page);
  expect(ignored.map(({ path }) => path)).toEqual(['logo.png']);
  await expect(page.getByRole('button', { name: 'Folder owner-name-main' })).toBeVisible();
  await expect(row(page, 'src')).toBeVisible();
  await tick(page, '**');
  expect(await copyCounted(page)).toContain('# Title\n\nü');
  const ownHosts = new Set([host, new URL(site.url).host]);
  expect(seen.filter(({ url }) => /^https?:/.test(url) && !ownHosts.has(new URL(url).host))).toEqual([]);
  expect(new Set(server.asked).size).toBe(server.asked.length);
});

test('a folder of a GitLab server, whose software the user names', async ({ app: { page, context } }) => {
  await using server = await servePages(gitlabAnswers(FILES));
  const { host } = new URL(server.address);
  const network = await openNetworkPage(page, context, `${host}/group/sub/name/-/tree/feature/x/src`);
  await listButton(network).click();
  await expect(network.getByText('group/sub/name, feature/x, src')).toBeVisible();
  await expect(network.getByText("The server doesn't say how large they are.")).toBeVisible();
  await fetchButton(network).click();
  await expect(network.getByText('Opened in Strata as group-sub-name-feature-x-src.')).toBeVisible();
  expect(await openedFiles(page)).toEqual(['src/a b#?.ts', 'src/deep/data.dat', 'src/run.sh']);

  await network.close();
  await page.getByRole('button', { name: /^Folder / }).click();
  await page.getByRole('menuitem', { name: 'Open a public repository…' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${host}/group/sub/name`);
  const [other] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await other.getByRole('radio', { name: 'GitLab' }).check();
  await expect(listButton(other)).toHaveText(`List files from ${host}`);
});

test('a wrong answer about the software can be changed', async ({ app: { page, context } }) => {
  await using server = await servePages(giteaAnswers(FILES));
  const { host } = new URL(server.address);
  const network = await openNetworkPage(page, context, `${host}/owner/name`);
  await network.getByRole('radio', { name: 'GitLab' }).check();
  await listButton(network).click();
  await expect(network.getByText('There is no repository owner/name on this server')).toBeVisible();
  await network.getByRole('radio', { name: 'Gitea or Forgejo' }).check();
  await listButton(network).click();
  await expect(network.getByText('owner/name, main, commit')).toBeVisible();
});

test('GitHub is asked by its API, and its files come from elsewhere', async ({
  app: { page, context },
  site,
}) => {
  const files = FILES.filter(({ mode = '' }) => !mode.startsWith('160'));
  const asked: { readonly url: string; readonly authorization: string | undefined; readonly page: string }[] =
    [];
  await context.route(/^https:\/\/(?:api\.github|raw\.githubusercontent)\.com\//, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    asked.push({
      ...{ url: request.url(), authorization: request.headers()['authorization'] },
      page: new URL(request.frame().url()).pathname,
    });
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization' };
    const raw = `/owner/name/${COMMIT}/`;
    if (request.method() === 'OPTIONS') await route.fulfill({ status: 204, headers });
    else if (pathname.startsWith(raw)) {
      const file = files.find(({ path }) => path === decodeURIComponent(pathname.slice(raw.length)));
      await route.fulfill({ headers, body: Buffer.from(file?.bytes ?? ''), status: file ? 200 : 404 });
    } else
      await route.fulfill({
        headers,
        body: githubAnswer(pathname, files) ?? '',
        status: githubAnswer(pathname, files) === undefined ? 422 : 200,
      });
  });
  const network = await openNetworkPage(page, context, 'github.com/owner/name/tree/feature/x');
  await network.getByText('Token (optional)').click();
  await network.getByLabel('Token for api.github.com').fill('secret-token');
  await listButton(network).click();
  await expect(network.getByText('owner/name, feature/x, commit')).toBeVisible();
  await expect(fetchButton(network)).toHaveText('Fetch 4 files (1.1 KB) from raw.githubusercontent.com');
  await fetchButton(network).click();
  await expect(network.getByText('Opened in Strata as owner-name-feature-x.')).toBeVisible();
  expect(await openedFiles(page)).toHaveLength(4);

  expect(asked.map((one) => one.page)).toEqual(asked.map(() => '/endpoint.html'));
  const withToken = asked.filter(({ authorization }) => authorization === 'Bearer secret-token');
  expect(withToken.map(({ url }) => new URL(url).host)).toEqual(Array(4).fill('api.github.com'));
  expect(asked.filter(({ url }) => url.startsWith('https://raw.')).map((one) => one.authorization)).toEqual(
    Array(4).fill(undefined),
  );
  const isRefused = await page.evaluate(() =>
    fetch('https://api.github.com/').then(
      () => false,
      () => true,
    ),
  );
  expect(isRefused).toBe(true);
  expect(new URL(site.url).pathname).toBe('/');
});

function githubAnswer(pathname: string, files: readonly ForgeFile[]): string | undefined {
  switch (decodeURIComponent(pathname)) {
    case '/repos/owner/name':
      return JSON.stringify({ full_name: 'owner/name', default_branch: 'main' });
    case '/repos/owner/name/commits/feature/x':
      return COMMIT;
    case `/repos/owner/name/git/trees/${COMMIT}`:
      return JSON.stringify({
        truncated: false,
        tree: files.map(({ path, bytes, mode = '100644' }) => ({
          ...{ path, mode, type: 'blob', size: Buffer.from(bytes).length, url: '' },
          sha: createHash('sha1').update(bytes).digest('hex'),
        })),
      });
    default:
      return undefined;
  }
}

test('a stopped fetch goes on with what is missing, and missing files are named', async ({
  app: { page, context },
}) => {
  let isLimited = true;
  const many = Array.from({ length: 30 }, (_, at) => ({ path: `f${at}.txt`, bytes: `${at}\n` }));
  await using server = await servePages(
    giteaAnswers(many, (path, response) => {
      if (path.includes('/raw/f3.txt')) response.writeHead(404).end();
      if (!isLimited || !path.includes('/raw/f20.txt')) return;
      response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      response.writeHead(429, { 'Retry-After': 'Tue, 01 Jan 2030 12:00:00 GMT' }).end();
    }),
  );
  const { host } = new URL(server.address);
  const network = await openNetworkPage(page, context, `${host}/owner/name/src/branch/main`);
  await listButton(network).click();
  await fetchButton(network).click();
  await expect(network.getByRole('alert')).toContainText(
    'Too many requests (429). The limit ends at Jan 1, 2030',
  );
  isLimited = false;
  await network.getByRole('button', { name: /^Continue: fetch \d+ files/ }).click();
  await expect(network.getByText('1 file could not be fetched:')).toBeVisible();
  await expect(network.getByRole('alert')).toContainText('f3.txt There is no such file');
  // Besides the missing file and the limited one, only those under way at the stop are requested again.
  expect(server.asked.filter((request) => request.includes('/raw/')).length).toBeLessThanOrEqual(30 + 1 + 6);
  await network.getByRole('button', { name: 'Open without 1 missing file' }).click();
  expect(await openedFiles(page)).toHaveLength(29);
});

test('a list that is truncated asks for a folder', async ({ app: { page, context } }) => {
  await context.route(/^https:\/\/api\.github\.com\//, async (route) => {
    const answer = { full_name: 'owner/name', default_branch: 'main', truncated: true, tree: [] };
    const body = route.request().url().includes('/commits/') ? COMMIT : JSON.stringify(answer);
    await route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, body });
  });
  const network = await openNetworkPage(page, context, 'github.com/owner/name');
  await listButton(network).press('Enter');
  const folder = network.getByRole('textbox', { name: 'Folder' });
  await expect(folder).toBeFocused();
  expect(await findings(network)).toEqual([]);
  await folder.fill('src');
  await folder.press('Enter');
  await expect(listButton(network)).toBeFocused();
});

test('an address that is none is refused before any page opens', async ({ app: { page, context } }) => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('public repository');
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: 'Address' });
  await box.fill('owner/name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'such as github.com/owner/name' })).toBeVisible();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  expect(await findings(page)).toEqual([]);
  expect(context.pages()).toHaveLength(1);
});
