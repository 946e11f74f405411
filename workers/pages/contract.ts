/** Messages between the page and the worker that reads web pages. Plain data only. */
import type { PageText } from '../../src/core/urls/pageText';

export type ReadPage =
  ({ readonly kind: 'read' } & PageText) | { readonly kind: 'failed'; readonly reason: string };

/** The answers to the requests of an address's plan, in their order. One that could not be read is undefined. */
export interface FetchedAnswers {
  readonly url: string;
  /** The address that answered. */
  readonly address: string;
  readonly answers: readonly (ArrayBuffer | undefined)[];
}

export interface PagesApi {
  readFetched(fetched: FetchedAnswers): Promise<ReadPage>;
  /** Text, Markdown, or HTML that the user has pasted. */
  readPasted(url: string, text: string): Promise<ReadPage>;
}
