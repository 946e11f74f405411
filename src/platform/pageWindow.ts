import type { PageMessage, PageOpener, PageWindow } from '../app/ports/pages';
import { PAGES_PROTOCOL, pageMessage, wantedPages } from '../core/urls/protocol';
import { hear, openerOfThis } from './windowMessages';

/** The network page, in the form that fetches pages. */
const ADDRESS = './endpoint.html#pages';

export function createPageWindow(): PageWindow {
  const listeners = new Map<string, (message: PageMessage) => void>();
  let opened: Window | undefined;

  hear(
    () => opened,
    pageMessage,
    (message, page) => {
      if (message.kind === 'ready') ask(page, [...listeners.keys()]);
      else listeners.get(message.url)?.(message);
    },
  );

  return {
    open(url, onmessage) {
      if (opened?.closed !== false) {
        listeners.clear();
        opened = window.open(ADDRESS, 'strata-pages', 'popup,width=640,height=680') ?? undefined;
      }
      if (opened === undefined) return false;
      listeners.set(url, onmessage);
      // A window that is open already, perhaps since before a reload, does not load its page again. A new one asks when it is ready.
      ask(opened, [url]);
      opened.focus();
      return true;
    },
  };
}

function ask(page: Window, urls: readonly string[]): void {
  page.postMessage({ protocol: PAGES_PROTOCOL, kind: 'wanted', urls }, location.origin);
}

export const pageOpener: PageOpener = {
  listen(onurls) {
    hear(openerOfThis, wantedPages, ({ urls }) => {
      onurls(urls);
    });
    openerOfThis()?.postMessage({ protocol: PAGES_PROTOCOL, kind: 'ready' }, location.origin);
  },
  tell(message) {
    openerOfThis()?.postMessage({ protocol: PAGES_PROTOCOL, ...message }, location.origin);
  },
};
