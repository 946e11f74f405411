import { expect, test } from 'vitest';
import type { Release } from './contract';
import { dropOtherReleases, storedFile, storeRelease, type Shelf } from './releaseCache';

const scope = 'https://host.example/strata/';

function releaseOf(buildId: string, ...paths: string[]): Release {
  return {
    buildId,
    fingerprint: `f-${buildId}`,
    files: paths.map((path) => ({ path, integrity: `sha256-${path}-${buildId}` })),
    headers: { 'X-Policy': 'strict' },
    headersByPath: { 'endpoint.html': { 'X-Policy': 'open' } },
  };
}

/** Caches in memory, and a host that serves these files. Fetching with another integrity fails. */
function shelfWith(
  host: Readonly<Record<string, { integrity: string; text: string; headers?: HeadersInit }>>,
): Shelf {
  const shelves = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const entries = shelves.get(name) ?? new Map<string, Response>();
    shelves.set(name, entries);
    return Promise.resolve({
      put: (url: string, response: Response) => Promise.resolve(void entries.set(url, response)),
      match: (url: string) => Promise.resolve(entries.get(url)?.clone()),
    } as unknown as Cache);
  };
  return {
    scope,
    caches: {
      open,
      delete: (name) => Promise.resolve(shelves.delete(name)),
      keys: () => Promise.resolve([...shelves.keys()]),
    },
    fetch: (url, { integrity }) => {
      const file = host[url.slice(scope.length)];
      if (file === undefined) return Promise.resolve(new Response('not found', { status: 404 }));
      if (file.integrity !== integrity) return Promise.reject(new TypeError('integrity'));
      return Promise.resolve(new Response(file.text, { headers: file.headers ?? {} }));
    },
  };
}

const one = releaseOf('1', 'index.html', 'a.js');
const two = releaseOf('2', 'index.html', 'a.js');
const hostOf = (release: Release) =>
  Object.fromEntries(
    release.files.map(({ path, integrity }) => [path, { integrity, text: `${path} of ${release.buildId}` }]),
  );

test('stores every file, with the headers the host did not send', async () => {
  const shelf = shelfWith(hostOf(one));
  await storeRelease(shelf, one);
  const stored = await storedFile(shelf, one, 'a.js');
  expect(await stored?.text()).toBe('a.js of 1');
  expect(stored?.headers.get('X-Policy')).toBe('strict');
});

test('a file with its own headers is stored with those', async () => {
  const release = releaseOf('1', 'a.js', 'endpoint.html');
  const shelf = shelfWith(hostOf(release));
  await storeRelease(shelf, release);
  expect((await storedFile(shelf, release, 'endpoint.html'))?.headers.get('X-Policy')).toBe('open');
  expect((await storedFile(shelf, release, 'a.js'))?.headers.get('X-Policy')).toBe('strict');
});

test("keeps the host's own headers", async () => {
  const shelf = shelfWith({
    'index.html': { integrity: 'sha256-index.html-3', text: '', headers: { 'X-Policy': 'stricter' } },
  });
  await storeRelease(shelf, releaseOf('3', 'index.html'));
  expect((await storedFile(shelf, releaseOf('3'), 'index.html'))?.headers.get('X-Policy')).toBe('stricter');
});

test('a half-finished deployment stores nothing', async () => {
  const { 'index.html': page } = hostOf(two);
  const shelf = shelfWith({ ...hostOf(one), ...(page !== undefined && { 'index.html': page }) });
  await expect(storeRelease(shelf, two)).rejects.toThrow('integrity');
  expect(await shelf.caches.keys()).toEqual([]);
});

test('a missing file stores nothing and is named', async () => {
  const shelf = shelfWith({});
  await expect(storeRelease(shelf, releaseOf('1', 'a.js'))).rejects.toThrow('a.js: 404');
  expect(await shelf.caches.keys()).toEqual([]);
});

test('a release never answers with the file of another one', async () => {
  const shelf = shelfWith(hostOf(one));
  await storeRelease(shelf, one);
  expect(await storedFile(shelf, two, 'a.js')).toBeUndefined();
});

test('drops earlier releases only in the same scope', async () => {
  const shelf = shelfWith(hostOf(two));
  await shelf.caches.open('another app');
  await shelf.caches.open('strata https://host.example/strata-next/ 1 f-1');
  await shelf.caches.open(`strata ${scope} 1 f-1`);
  await storeRelease(shelf, two);
  await dropOtherReleases(shelf, two);
  expect(await shelf.caches.keys()).toEqual([
    'another app',
    'strata https://host.example/strata-next/ 1 f-1',
    `strata ${scope} 2 f-2`,
  ]);
});
