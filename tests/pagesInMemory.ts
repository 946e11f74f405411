import type { PageMessage, PageWindow, PageReader } from '../src/app/ports/pages';
import { pagesApi } from '../workers/pages/pagesApi';

interface PagesInMemory {
  readonly pageWindow: PageWindow;
  readonly pageReader: PageReader;
  /** The addresses that the network page was opened for. */
  readonly opened: readonly string[];
  /** Says something as the network page. */
  readonly tell: (message: PageMessage) => void;
  /** Blocks windows from now on. */
  readonly block: () => void;
}

/** A network page that does what the test says, and pages that are read in this thread. */
export function pagesInMemory(): PagesInMemory {
  const opened: string[] = [];
  let isBlocked = false;
  const listeners = new Map<string, (message: PageMessage) => void>();
  return {
    pageWindow: {
      open(url, onmessage) {
        opened.push(url);
        listeners.set(url, onmessage);
        return !isBlocked;
      },
    },
    pageReader: pagesApi,
    opened,
    block: () => {
      isBlocked = true;
    },
    tell: (message) => listeners.get(message.url)?.(message),
  };
}
