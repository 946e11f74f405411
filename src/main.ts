/** Composition root: builds the adapters, hands them to the app, mounts it. The one file that knows all of them. */
import { mount } from 'svelte';
import { trustOwnScripts } from '../workers/trustedScripts';
import { App } from './app/app.svelte';
import { createAutomation, type Automation } from './app/automation/automation';
import { pageState } from './app/pageState';
import type { Notice } from './app/notify';
import { createAttachmentStore } from './platform/attachments';
import { buildId } from './platform/buildId';
import { browserModel } from './platform/browserModel';
import { browserCaches } from './platform/caches';
import { browserClipboard } from './platform/clipboard';
import { browserClock } from './platform/clock';
import { endpointWindow } from './platform/endpointWindow';
import { pageReader } from './platform/pages';
import { createPageWindow } from './platform/pageWindow';
import { createRepositoryWindow } from './platform/repositoryWindow';
import { startConversationReader } from './platform/conversations';
import { createEngines } from './platform/engine';
import { createFileWriter } from './platform/fileWriter';
import { createFolderFiles } from './platform/folderFiles';
import { browserImages } from './platform/images';
import { browserFolders } from './platform/folders';
import { browserOutputs } from './platform/outputs';
import { watchMissingParts } from './platform/missingParts';
import { registerServiceWorker } from './platform/serviceWorker';
import { createStorage } from './platform/storage';
import { browserSummaries } from './platform/summaries';
import { pageAddress } from './platform/pageAddress';
import { shareCodec } from './platform/shareCodec';
import { zipFiles } from './platform/zipFiles';
import { sessionTabMemory } from './platform/tabMemory';
import { browserTabs } from './platform/tabs';
import AppView from './ui/App.svelte';
import { showToast } from './ui/shared/toasts';
import './ui/theme/index.css';

declare global {
  var strata: Automation;
}

/** Milliseconds in which nothing is done. Storing the app for offline use is a second's work, which the folder opened first should have. */
const OFFLINE_AFTER = 2_000;

trustOwnScripts();

const errors: string[] = [];
globalThis.addEventListener('error', (event) => {
  // Only says that the rest of the sizes comes with the next frame: https://www.w3.org/TR/resize-observer/#deliver-resize-error
  if (!event.message.startsWith('ResizeObserver loop')) caught(event.message);
});
globalThis.addEventListener('unhandledrejection', (event) => {
  caught(event.reason instanceof Error ? event.reason.message : String(event.reason));
});

const app = new App({
  engines: createEngines(),
  folders: browserFolders,
  folderFiles: createFolderFiles(),
  fileWriter: createFileWriter,
  outputs: browserOutputs,
  clipboard: browserClipboard,
  zipFiles,
  images: browserImages,
  storage: createStorage({
    onsuperseded() {
      app.supersede();
    },
    onmaderoom() {
      notify({
        kind: 'warning',
        text: 'The browser ran out of space, so the caches were cleared.',
      });
    },
  }),
  attachmentStore: createAttachmentStore(),
  startReader: startConversationReader,
  summaries: browserSummaries,
  caches: browserCaches,
  browserModel,
  endpointWindow,
  pageWindow: createPageWindow(),
  repositoryWindow: createRepositoryWindow(),
  pageReader,
  clock: browserClock,
  tab: sessionTabMemory,
  tabs: browserTabs,
  address: pageAddress,
  shareCodec,
  notify,
});

watchMissingParts(() => {
  app.offline.set({
    kind: 'part-missing',
    reload: () => void app.reload(),
  });
});

globalThis.strata = createAutomation(app, nextPageState, errors);

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app');
const view = mount(AppView, { target, props: { app, buildId } });
await app.load();
void keepForOffline();

async function keepForOffline(): Promise<void> {
  do {
    while (pageState(app) === 'busy') await nextPageState();
    await new Promise<void>((resolve) => browserClock.after(OFFLINE_AFTER, resolve));
  } while (pageState(app) === 'busy');
  registerServiceWorker((state) => {
    app.offline.set(state);
  });
}

function notify({ offer, ...message }: Notice): void {
  showToast({ ...message, ...(offer && { action: actionOf(offer) }) });
}

function actionOf(offer: NonNullable<Notice['offer']>): { readonly label: string; readonly run: () => void } {
  if (offer === 'export') return { label: 'Save backup', run: () => void app.backup.download() };
  if (offer === 'reload') return { label: 'Reload', run: () => void app.reload() };
  if ('run' in offer) return offer;
  if ('command' in offer) {
    const { label, command } = offer;
    return {
      label,
      run: () => {
        view.runCommand(command);
      },
    };
  }
  const { label, show } = offer;
  return {
    label,
    run: () => {
      view.goToFile(show);
    },
  };
}

function caught(message: string): void {
  errors.push(message);
  showToast({
    kind: 'error',
    text: 'Something went wrong. Your work is kept.',
    details: [message],
  });
}

function nextPageState(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-state'] });
  });
}
