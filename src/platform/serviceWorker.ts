import type { OfflineState } from '../app/ports/offline';
import type { Introduction, ServiceRequest } from '../../workers/service/contract';
import { buildId } from './buildId';

/**
 * Registers the service worker of a production build and reports each change of its state. Under Trusted Types, the address
 * passes through the page's default policy, which must exist before.
 */
export function registerServiceWorker(report: (state: OfflineState) => void): void {
  if (!import.meta.env.PROD) {
    report({ kind: 'unsupported', reason: 'development builds do not work offline' });
  } else if (!('serviceWorker' in navigator)) {
    report({
      kind: 'unsupported',
      reason: 'the browser does not allow service workers here',
    });
  } else {
    void register(navigator.serviceWorker, report);
  }
}

async function register(
  container: ServiceWorkerContainer,
  report: (state: OfflineState) => void,
): Promise<void> {
  try {
    const address = new URL('sw.js', document.baseURI).href;
    follow(await container.register(address, { updateViaCache: 'none' }), container, report);
  } catch (error) {
    report({ kind: 'unsupported', reason: error instanceof Error ? error.message : String(error) });
  }
}

function follow(
  registration: ServiceWorkerRegistration,
  container: ServiceWorkerContainer,
  report: (state: OfflineState) => void,
): void {
  let followed: ServiceWorker | undefined;
  if (registration.active !== null) report({ kind: 'offline-ready' });
  if (registration.waiting !== null) void offerUpdate(registration.waiting, container, report);
  if (registration.installing !== null) followInstall(registration.installing);
  registration.addEventListener('updatefound', () => {
    if (registration.installing !== null) followInstall(registration.installing);
  });

  /** The first install may be reported twice: when registration resolves, and as an event. */
  function followInstall(worker: ServiceWorker): void {
    if (worker === followed) return;
    followed = worker;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') report({ kind: 'offline-ready' });
      if (worker.state === 'installed' && registration.active !== null)
        void offerUpdate(worker, container, report);
      if (worker.state === 'redundant' && registration.active === null) {
        report({ kind: 'unsupported', reason: 'the files could not be stored for offline use' });
      }
    });
  }
}

/** A page from the network may already run the waiting release; then there is no update to offer. */
async function offerUpdate(
  worker: ServiceWorker,
  container: ServiceWorkerContainer,
  report: (state: OfflineState) => void,
): Promise<void> {
  const introduction = await introduce(worker);
  if (introduction.buildId === buildId) return;
  report({
    kind: 'update-waiting',
    apply: () => {
      container.addEventListener('controllerchange', () => location.reload(), { once: true });
      post(worker, { kind: 'activate' });
    },
  });
}

function introduce(worker: ServiceWorker): Promise<Introduction> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event: MessageEvent<Introduction>) => {
      port1.close();
      resolve(event.data);
    };
    post(worker, { kind: 'introduce', buildId }, [port2]);
  });
}

function post(worker: ServiceWorker, message: ServiceRequest, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}
