import { launchApp } from '../drive/launchApp';
import { serveDist } from '../drive/serveDist';
import { expect, test } from './support/app';
import { responseHeaders } from '../../.ci/vite/securityHeaders.mjs';

const policy = responseHeaders['Content-Security-Policy'];

test('starts from a sub-path of a host', async () => {
  await using site = await serveDist({ base: '/tools/strata/' });
  await using app = await launchApp(site.url, { serviceWorkers: 'allow' });
  await expect(app.page.locator('html')).toHaveAttribute('data-state', 'landing');
  expect(app.pageErrors).toEqual([]);
});

test('every response carries the policy: page, scripts, workers, assets, and missing files', async ({
  app,
  site,
}) => {
  const asked = await app.page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  );
  const { files } = await readRelease(site.url);
  const assets = files.filter((path) => path.startsWith('assets/')).map((path) => site.url + path);
  expect(assets.some((url) => /worker/.test(url))).toBe(true);
  for (const url of new Set([
    site.url,
    `${site.url}sw.js`,
    `${site.url}assets/missing.js`,
    ...asked,
    ...assets,
  ])) {
    const response = await fetch(url);
    expect(response.headers.get('Content-Security-Policy'), url).toBe(policy);
    await response.body?.cancel();
  }
});

test('a missing script is "not found", never the page', async ({ site }) => {
  expect((await fetch(`${site.url}assets/missing.js`)).status).toBe(404);
});

test('the start screen links to the licenses of everything in the build', async ({ app: { page }, site }) => {
  const link = page.getByRole('link', { name: 'Licenses' });
  const target = new URL((await link.getAttribute('href')) ?? '', site.url);
  const response = await fetch(target);
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  expect(await response.text()).toContain('web-tree-sitter');
});

test('the page forbids what the policy forbids', async ({ app, site }) => {
  const outcomes = await app.page.evaluate(async (own) => {
    const fetched = (url: string) => fetch(url).then(String, (error: unknown) => (error as Error).name);
    return { elsewhere: await fetched('http://localhost:9/'), own: await fetched(own) };
  }, `${site.url}manifest.webmanifest`);
  expect(outcomes).toEqual({ elsewhere: 'TypeError', own: '[object Response]' });
  const violations = app.pageErrors.filter((error) => error.includes('Content Security Policy'));
  expect(violations.length).toBeGreaterThan(0);
});

/** The list of files in the service worker. */
async function readRelease(url: string): Promise<{ files: readonly string[] }> {
  const script = await (await fetch(`${url}sw.js`)).text();
  const files = [...script.matchAll(/path:\s*[`"']([^`"']+)[`"']/g)].map((match) => match[1] ?? '');
  return { files };
}
