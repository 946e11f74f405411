import { fetchPlan, type PlannedRequest } from '../../core/urls/fetchPlan';
import type { FetchAnswer, PageFetcher, PageOpener } from '../ports/pages';
import { describeFetchFailure } from './fetchFailure';

export type PageState =
  /** Nothing has been requested. `reason`: why it can't be. */
  | { readonly kind: 'waiting'; readonly reason?: string }
  | { readonly kind: 'fetching' }
  /** Nothing has been requested from where the redirect leads to. */
  | { readonly kind: 'redirected' }
  | { readonly kind: 'done'; readonly address: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface PageToFetch {
  readonly url: string;
  readonly requests: readonly PlannedRequest[];
  readonly state: PageState;
}

/** State of the network page that fetches pages. Requests nothing before the user says so. */
export class PageRun {
  readonly #fetcher: PageFetcher;
  readonly #opener: PageOpener;
  #pages = $state.raw<readonly PageToFetch[]>([]);
  readonly #running = new Map<string, AbortController>();

  constructor(fetcher: PageFetcher, opener: PageOpener) {
    this.#fetcher = fetcher;
    this.#opener = opener;
    opener.listen((urls) => {
      for (const url of urls) this.#add(url);
    });
  }

  /** The newest first. */
  get pages(): readonly PageToFetch[] {
    return this.#pages;
  }

  /** Sends the requests of a page, one after the other, and its answers to the app. */
  async fetch(url: string, { followsRedirects = false } = {}): Promise<void> {
    const page = this.#pages.find((one) => one.url === url);
    if (page === undefined || this.#running.has(url)) return;
    const running = new AbortController();
    this.#running.set(url, running);
    this.#mark(url, { kind: 'fetching' });
    const end = await this.#fetchAll(page, { followsRedirects, signal: running.signal });
    this.#running.delete(url);
    this.#mark(url, end);
    if (end.kind === 'failed') this.#opener.tell({ kind: 'failed', url, reason: end.reason });
  }

  cancel(url: string): void {
    this.#running.get(url)?.abort();
  }

  #add(url: string): void {
    if (this.#running.has(url)) return;
    const plan = fetchPlan(url);
    const page: PageToFetch =
      plan.kind === 'plan'
        ? { url, requests: plan.requests, state: { kind: 'waiting' } }
        : { url, requests: [], state: { kind: 'waiting', reason: plan.reason } };
    this.#pages = [page, ...this.#pages.filter((one) => one.url !== url)];
  }

  async #fetchAll(
    { url, requests }: PageToFetch,
    options: Parameters<PageFetcher['fetch']>[1],
  ): Promise<PageState> {
    const answers: FetchAnswer[] = [];
    for (const request of requests) {
      const answer = await this.#fetcher.fetch(request, options);
      if (answer.kind === 'failed' && answer.failure.kind === 'stopped') return { kind: 'waiting' };
      if (request.isOptional !== true) {
        if (answer.kind === 'redirect') return { kind: 'redirected' };
        if (answer.kind === 'failed') return { kind: 'failed', reason: describeFetchFailure(answer.failure) };
      }
      answers.push(answer);
    }
    const [first] = answers;
    const address = first?.kind === 'answer' ? first.address : url;
    this.#opener.tell({
      ...{ kind: 'fetched', url, address },
      answers: answers.map((answer) => (answer.kind === 'answer' ? answer.bytes : undefined)),
    });
    return { kind: 'done', address };
  }

  #mark(url: string, state: PageState): void {
    this.#pages = this.#pages.map((page) => (page.url === url ? { ...page, state } : page));
  }
}
