/** Interfaces of the network page, which talks to other hosts, and of its connection to the app. `src/platform` implements them. */
import type { ModelMessage } from '../core/summaries/prompt';
import type { FetchedAnswers } from '../../workers/pages/contract';
import type { RepoPath } from '../core/files/repoPath';
import type { PlannedRequest } from '../core/urls/fetchPlan';

/** The kinds of text that a model summarizes. */
export type SummarySubject = 'files' | 'discussion';

/** A request to a model, whose whole answer is the summary. */
export interface SummaryRequest {
  /** A path, or a description of something else. Unique among the requests of a run. */
  readonly name: string;
  readonly messages: readonly ModelMessage[];
}

export interface SummaryRequests {
  readonly about: SummarySubject;
  readonly requests: readonly SummaryRequest[];
}

/** A message from the endpoint page to the page that opened it. */
export type EndpointMessage =
  | { readonly kind: 'answer'; readonly name: string; readonly text: string }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: string };

export interface OpenedWindow {
  /** Closes the window and ignores its messages. */
  close(): void;
}

/** The app's connection to the endpoint page. */
export interface EndpointWindow {
  /** Call inside a click. Undefined if the browser blocks the window. */
  open(requests: SummaryRequests, onmessage: (message: EndpointMessage) => void): OpenedWindow | undefined;
}

/** The endpoint page's connection to the page that opened it. */
export interface EndpointOpener {
  /** Asks for the requests. They arrive once, or never if the app did not open this page. */
  listen(onrequests: (requests: SummaryRequests) => void): void;
  tell(message: EndpointMessage): void;
}

export interface EndpointTarget {
  /** Base URL of the API, such as `http://localhost:11434/v1`. */
  readonly address: string;
  readonly model: string;
  /** Empty if the endpoint needs no key. */
  readonly key: string;
}

/** As much as a browser reveals about a failed request. */
export type EndpointFailure =
  | { readonly kind: 'address'; readonly reason: string }
  /** No response, or the browser blocked the request. */
  | { readonly kind: 'unreachable' }
  /** A server responds, but its CORS settings do not allow this page. */
  | { readonly kind: 'cors' }
  | { readonly kind: 'status'; readonly status: number; readonly message: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'stopped' };

export type EndpointResult<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: EndpointFailure };

/** An OpenAI-compatible API: `/models` and `/chat/completions`. Sends nothing elsewhere and follows no redirects. */
export interface Endpoint {
  /** The normalized address, or the reason it is refused. */
  check(
    address: string,
  ):
    | { readonly kind: 'address'; readonly address: string }
    | { readonly kind: 'refused'; readonly reason: string };
  models(target: EndpointTarget, signal: AbortSignal): Promise<EndpointResult<readonly string[]>>;
  complete(
    target: EndpointTarget,
    messages: readonly ModelMessage[],
    signal: AbortSignal,
  ): Promise<EndpointResult<string>>;
}

/** A message from the network page about an address. */
export type PageMessage =
  | ({ readonly kind: 'fetched' } & FetchedAnswers)
  | { readonly kind: 'failed'; readonly url: string; readonly reason: string };

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

/** As much as a browser reveals about a page that could not be fetched. */
export type FetchFailure =
  /** No response, or one that the browser doesn't let this page read. */
  | { readonly kind: 'blocked' }
  /** `until`: when the server takes requests again, in milliseconds since the epoch. */
  | { readonly kind: 'status'; readonly status: number; readonly until?: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'large'; readonly bytes: number }
  | { readonly kind: 'stopped' };

export type FetchAnswer =
  /** `address` is the one that answered. */
  | { readonly kind: 'answer'; readonly address: string; readonly bytes: ArrayBuffer }
  /** The server names another address, which browsers don't reveal. */
  | { readonly kind: 'redirect' }
  | { readonly kind: 'failed'; readonly failure: FetchFailure };

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

/** The app's connection to the network page, on which the user can fetch a repository. */
export interface RepositoryWindow {
  /** Call inside a click. Archives may come until the window is closed. False if the browser blocks the window. */
  open(address: string, onarchive: (archive: File) => void): boolean;
}

/** The network page's connection to the page that opened it. */
export interface RepositoryOpener {
  /** Asks for an address. Others may follow. */
  listen(onaddress: (address: string) => void): void;
  /** Resolves to whether the page that opened this one has taken it. That page may be gone. */
  give(archive: { readonly name: string; readonly content: Blob }): Promise<boolean>;
}

export interface FileToPack {
  readonly path: RepoPath;
  readonly isExecutable: boolean;
  readonly content: Blob;
}

/** Writes a TAR file with all files in one folder, as forges do. */
export type PackFiles = (files: Iterable<FileToPack>) => Promise<Blob>;
