/** The network page as a fetcher of pages, its connection to the app, and the reader of what it fetched. */
import type { FetchedAnswers, PagesApi } from '../../../workers/pages/contract';
import type { PlannedRequest } from '../../core/urls/fetchPlan';

/** The app's connection to the network page, on which the user can fetch pages. */
export interface PageWindow {
  /** Call inside a click. Messages may come until the window is closed. False if the browser blocks the window. */
  open(url: string, onmessage: (message: PageMessage) => void): boolean;
}

/** The network page's connection to the page that opened it. */
export interface PageOpener {
  /** Asks for addresses. More may follow. */
  listen(onurls: (urls: readonly string[]) => void): void;
  tell(message: PageMessage): void;
}

/** A message from the network page about an address. */
export type PageMessage =
  | ({ readonly kind: 'fetched' } & FetchedAnswers)
  | { readonly kind: 'failed'; readonly url: string; readonly reason: string };

/** Fetches from other hosts, on the network page only. */
export interface PageFetcher {
  fetch(
    request: PlannedRequest,
    options: {
      readonly followsRedirects: boolean;
      readonly signal: AbortSignal;
      /** Sent to this address only: with them, redirects are never followed. */
      readonly secretHeaders?: Readonly<Record<string, string>> | undefined;
    },
  ): Promise<FetchAnswer>;
}

export type FetchAnswer =
  /** `address` is the one that answered. */
  | { readonly kind: 'answer'; readonly address: string; readonly bytes: ArrayBuffer }
  /** The server names another address, which browsers don't reveal. */
  | { readonly kind: 'redirect' }
  | { readonly kind: 'failed'; readonly failure: FetchFailure };

/** As much as a browser reveals about a page that could not be fetched. */
export type FetchFailure =
  /** No response, or one that the browser doesn't let this page read. */
  | { readonly kind: 'blocked' }
  /** `until`: when the server takes requests again, in milliseconds since the epoch. */
  | { readonly kind: 'status'; readonly status: number; readonly until?: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'large'; readonly bytes: number }
  | { readonly kind: 'stopped' };

/** Makes Markdown of pages. Never rejects. */
export type PageReader = PagesApi;
