import { launchApp } from '../drive/launchApp';
import { serveDist } from '../drive/serveDist';
import { whenStarted } from '../drive/strata';
import { expect, test } from './support/app';

test('starts without a network after the first visit', async () => {
  await using site = await serveDist({ base: '/offline/' });
  await using app = await launchApp(site.url, { serviceWorkers: 'allow' });
  await app.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  await site.close();
  await app.page.reload();
  await whenStarted(app.page);
  await expect(app.page.locator('html')).toHaveAttribute('data-state', 'landing');
  expect(app.pageErrors).toEqual([]);
});

test('the whole release is stored, and carries the policy if the host does not send it', async () => {
  await using site = await serveDist();
  await using app = await launchApp(site.url, { serviceWorkers: 'allow' });
  const stored = await app.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const [name = ''] = await caches.keys();
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const responses = await Promise.all(requests.map((request) => cache.match(request)));
    return responses.map((response, index) => ({
      url: requests[index]?.url ?? '',
      policy: response?.headers.get('Content-Security-Policy') ?? '',
    }));
  });
  const paths = stored.map(({ url }) => url.slice(site.url.length));
  expect(paths).toContain('index.html');
  expect(paths).toContain('sample/files.json');
  expect(paths).not.toContain('_headers');
  expect(stored.filter(({ policy }) => !policy.startsWith("default-src 'none'"))).toEqual([]);
});
