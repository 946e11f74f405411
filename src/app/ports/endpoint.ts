/** The network page as a client of models, and its connection to the app. */
import type { ModelMessage } from '../../core/summaries/prompt';
import type { SummarySubject } from './summaries';

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

/** A message from the endpoint page to the page that opened it. */
export type EndpointMessage =
  | { readonly kind: 'answer'; readonly name: string; readonly text: string }
  | { readonly kind: 'failed'; readonly name: string; readonly reason: string };

export interface OpenedWindow {
  /** Closes the window and ignores its messages. */
  close(): void;
}

export interface SummaryRequests {
  readonly about: SummarySubject;
  readonly requests: readonly SummaryRequest[];
}

/** A request to a model, whose whole answer is the summary. */
export interface SummaryRequest {
  /** A path, or a description of something else. Unique among the requests of a run. */
  readonly name: string;
  readonly messages: readonly ModelMessage[];
}

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

export interface EndpointTarget {
  /** Base URL of the API, such as `http://localhost:11434/v1`. */
  readonly address: string;
  readonly model: string;
  /** Empty if the endpoint needs no key. */
  readonly key: string;
}

export type EndpointResult<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: EndpointFailure };

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
