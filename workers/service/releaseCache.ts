import type { Release, ReleaseFile } from './contract';

/** The parts of the Cache API and of fetch in use here; tests pass their own. */
export interface Shelf {
  readonly caches: Pick<CacheStorage, 'open' | 'delete' | 'keys'>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The folder that serves the app, with a trailing slash. */
  readonly scope: string;
}

/**
 * Stores all files of a release, or none: bytes that do not match the release's hashes, from a half-finished deployment
 * for example, make the whole call fail, and the browser tries again on a later visit.
 */
export async function storeRelease(shelf: Shelf, release: Release): Promise<void> {
  const name = cacheName(shelf.scope, release);
  const cache = await shelf.caches.open(name);
  try {
    await Promise.all(
      release.files.map(async (file) =>
        cache.put(shelf.scope + file.path, await fetchFile(shelf, release, file)),
      ),
    );
  } catch (error) {
    await shelf.caches.delete(name);
    throw error;
  }
}

async function fetchFile(shelf: Shelf, release: Release, file: ReleaseFile): Promise<Response> {
  const response = await shelf.fetch(shelf.scope + file.path, {
    cache: 'no-cache',
    integrity: file.integrity,
  });
  if (!response.ok) throw new Error(`${file.path}: ${String(response.status)}`);
  return withHeaders(response, { ...release.headers, ...release.headersByPath[file.path] });
}

/** A stored file of this release, never of another one. */
export async function storedFile(
  shelf: Shelf,
  release: Release,
  path: string,
): Promise<Response | undefined> {
  const cache = await shelf.caches.open(cacheName(shelf.scope, release));
  // Hosts that compress send "Vary: Accept-Encoding", but the stored file is the same for every request.
  return cache.match(shelf.scope + path, { ignoreVary: true });
}

/** Deletes earlier releases in this scope; other apps on the same origin keep theirs. */
export async function dropOtherReleases(shelf: Shelf, release: Release): Promise<void> {
  const own = cacheName(shelf.scope, release);
  const names = await shelf.caches.keys();
  const old = names.filter((name) => name.startsWith(cachePrefix(shelf.scope)) && name !== own);
  await Promise.all(old.map((name) => shelf.caches.delete(name)));
}

/** The same response plus any headers the host did not send, without a mark of redirection. */
export function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const all = new Headers(response.headers);
  // These describe the bytes on the wire, but the body has been decoded.
  for (const name of ['content-encoding', 'content-length']) all.delete(name);
  for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value);
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: all,
  });
}

function cacheName(scope: string, release: Release): string {
  return `${cachePrefix(scope)}${release.buildId} ${release.fingerprint}`;
}

function cachePrefix(scope: string): string {
  return `strata ${scope} `;
}
