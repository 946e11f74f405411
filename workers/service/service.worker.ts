/** Keeps one whole release for offline use. The page decides when the next one takes over. */
import { answerPage } from './answer';
import type { Introduction, Release, ServiceRequest } from './contract';
import { dropOtherReleases, storedFile, storeRelease, withHeaders, type Shelf } from './releaseCache';
import { routeOf } from './route';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const __RELEASE__: Release;

const release: Release = __RELEASE__;
const paths: ReadonlySet<string> = new Set(release.files.map((file) => file.path));
const shelf: Shelf = {
  caches: self.caches,
  fetch: (url, init) => self.fetch(url, init),
  scope: self.registration.scope,
};

const NETWORK_PATIENCE_MS = 2_000;

self.addEventListener('install', (event) => {
  event.waitUntil(storeRelease(shelf, release));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOtherReleases(shelf, release), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = routeOf(
    {
      method: request.method,
      url: request.url,
      isNavigation: request.mode === 'navigate',
      hasRange: request.headers.has('range'),
    },
    shelf.scope,
    paths,
  );
  if (route.kind === 'page') event.respondWith(page(request));
  if (route.kind === 'file') event.respondWith(file(request, route.path));
});

async function page(request: Request): Promise<Response> {
  return answerPage({
    network: async () => withHeaders(await self.fetch(request), release.headers),
    stored: () => storedFile(shelf, release, 'index.html'),
    patience: () => new Promise((resolve) => setTimeout(resolve, NETWORK_PATIENCE_MS)),
  });
}

async function file(request: Request, path: string): Promise<Response> {
  return (await storedFile(shelf, release, path)) ?? (await self.fetch(request));
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ServiceRequest; // Only pages of this origin can post here, and they use the contract.
  if (message.kind === 'activate') event.waitUntil(self.skipWaiting());
  if (message.kind === 'introduce') event.waitUntil(introduce(message.buildId, event.ports[0]));
});

/** A lone page that got this release from the network already runs it, so the release need not wait. */
async function introduce(pageBuildId: string, reply: MessagePort | undefined): Promise<void> {
  reply?.postMessage({ buildId: release.buildId } satisfies Introduction);
  if (pageBuildId !== release.buildId) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}
