import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../drive/launchApp';
import { serveDist } from '../drive/serveDist';
import { whenStarted } from '../drive/strata';
import { expect, test } from './support/app';

test('a new release waits, then takes over as a whole', async () => {
  await using release = await copyOfRelease();
  const { folder } = release;
  await using site = await serveDist({ folder });
  await using app = await launchApp(site.url, { serviceWorkers: 'allow' });
  const { page } = app;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);

  await deployNext(folder);
  await page.reload();
  expect(await releaseOf(page)).toBe('next');
  await expect.poll(() => waitingState(page)).toBe('installed');

  await site.close();
  await page.reload();
  await whenStarted(page);
  expect(await releaseOf(page)).toBe('first');

  await whenCountersLoaded(page);
  await expect
    .poll(async () => {
      await activate(page);
      return waitingState(page);
    })
    .toBeUndefined();
  await page.reload();
  await whenStarted(page);
  expect(await releaseOf(page)).toBe('next');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.stringContaining('-next ')]);
});

test('a half-finished deployment is not stored', async () => {
  await using release = await copyOfRelease();
  const { folder } = release;
  await writeFile(join(folder, 'icons/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
  await using site = await serveDist({ folder });
  await using app = await launchApp(site.url, { serviceWorkers: 'allow' });
  const outcome = await app.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('sw.js');
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    while (worker !== null && worker.state !== 'redundant' && worker.state !== 'activated') {
      await new Promise((resolve) => {
        worker.addEventListener('statechange', resolve, { once: true });
      });
    }
    return worker?.state;
  });
  expect(outcome).toBe('redundant');
  // The app tries on its own, too.
  await expect.poll(() => app.page.evaluate(() => caches.keys())).toEqual([]);
});

async function copyOfRelease(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-release-'));
  await cp('dist', folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Changes the page, and the worker's list with it, like a build of changed sources. */
async function deployNext(folder: string): Promise<void> {
  const pagePath = join(folder, 'index.html');
  const page = await readFile(pagePath, 'utf8');
  const nextPage = page.replace('</head>', '<meta name="release" content="next" /></head>');
  await writeFile(pagePath, nextPage);
  const workerPath = join(folder, 'sw.js');
  const worker = await readFile(workerPath, 'utf8');
  const { build } = JSON.parse(await readFile(join(folder, 'version.json'), 'utf8')) as { build: string };
  await writeFile(
    workerPath,
    worker.replaceAll(integrityOf(page), integrityOf(nextPage)).replaceAll(build, `${build}-next`),
  );
}

function integrityOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function waitingState(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
}

/** Like the button that is offered, which can be clicked again. */
function activate(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.waiting?.postMessage({ kind: 'activate' });
  });
}

async function releaseOf(page: Page): Promise<string> {
  return (await page.locator('meta[name="release"]').count()) === 0 ? 'first' : 'next';
}

/** While a service worker is fetching a worker's files, the browser lets no other one take over. */
async function whenCountersLoaded(page: Page): Promise<void> {
  const loaded = async (): Promise<readonly boolean[]> => {
    const counters = page.workers().filter((worker) => worker.url().includes('compute'));
    return Promise.all(
      counters.map((worker) =>
        worker.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('o200k_base')),
        ),
      ),
    );
  };
  await expect.poll(async () => [...new Set(await loaded())]).toEqual([true]);
}
