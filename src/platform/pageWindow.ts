import * as v from 'valibot';
import type { PageMessage, PageOpener, PageWindow } from '../app/ports';
import { PAGES_PROTOCOL, pageMessage, wantedPages } from '../core/urls/protocol';

/** The network page, in the form that fetches pages. */
const ADDRESS = './endpoint.html#pages';

/** Both pages post messages directly to each other's window and only to their own origin, so no other page receives them. */
export function createPageWindow(): PageWindow {
  const listeners = new Map<string, (message: PageMessage) => void>();
  let opened: Window | undefined;

  addEventListener('message', ({ source, origin, data }) => {
    if (opened === undefined || source !== opened || origin !== location.origin) return;
    const parsed = v.safeParse(pageMessage, data);
    if (!parsed.success) return;
    if (parsed.output.kind === 'ready') ask(opened, [...listeners.keys()]);
    else listeners.get(parsed.output.url)?.(parsed.output);
  });

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
    const opener = window.opener as Window | null;
    if (opener === null) return;
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== opener || origin !== location.origin) return;
      const parsed = v.safeParse(wantedPages, data);
      if (parsed.success) onurls(parsed.output.urls);
    });
    opener.postMessage({ protocol: PAGES_PROTOCOL, kind: 'ready' }, location.origin);
  },
  tell(message) {
    const opener = window.opener as Window | null;
    opener?.postMessage({ protocol: PAGES_PROTOCOL, ...message }, location.origin);
  },
};
