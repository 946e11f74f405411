import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '../drive/dropFolder';
import { launchApp } from '../drive/launchApp';
import { readNetLog, recordRequests } from '../drive/requests';
import { copyDocument, tick } from '../drive/strata';
import { expect, test } from './support/app';
import { makeRepository } from './support/makeRepository';

/** Chromium asks the system for a route to this address to check for IPv6; nothing is sent. */
const ipv6Probe = '[2001:4860:4860::8888]:443';

test("a whole journey requests only the app's own files, in workers too", async ({ site }) => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-net-'));
  const netLog = join(folder, 'net.json');
  await using repository = await makeRepository({
    'README.md': '# Hello\n\n![tracker](https://example.com/pixel.png)\n',
    'src/main.ts': "fetch('https://example.com/');\n",
  });
  const app = await launchApp(site.url, { netLog, serviceWorkers: 'allow' });
  const seen = recordRequests(app.context);
  await openFolder(app.page, repository.path);
  await tick(app.page, '**');
  expect(await copyDocument(app.page)).toContain('https://example.com/pixel.png');
  await app.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  await app.close();

  expect(app.pageErrors).toEqual([]);
  expect(seen.filter(({ url }) => !isOwn(url, site.url))).toEqual([]);
  const { requests, datagrams } = await readNetLog(netLog);
  const fromPages = requests.filter(({ initiator }) => initiator !== 'not an origin');
  expect(fromPages.map(({ url }) => url)).toContain(`${site.url}sw.js`);
  expect(fromPages.filter(({ url }) => !isOwn(url, site.url))).toEqual([]);
  expect(datagrams.filter((address) => address !== ipv6Probe)).toEqual([]);
  await rm(folder, { recursive: true });
});

/** Whether a URL is one of the app's own files, or made by the page itself. */
function isOwn(url: string, siteUrl: string): boolean {
  return url.startsWith(siteUrl) || url.startsWith('blob:') || url.startsWith('data:');
}
