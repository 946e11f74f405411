/** The saved summaries of all folders. Sizes are the bytes of their texts. */
export interface SummaryShelf {
  size(): Promise<number>;
  /** Removes all summaries. Resolves to the bytes freed. */
  clear(): Promise<number>;
}

/** The kinds of text that a model summarizes. */
export type SummarySubject = 'files' | 'discussion';

/** The summarizer that some browsers have built in. Its input stays on the machine. */
export interface BrowserModel {
  state(): Promise<BrowserModelState>;
  /** Make the first call inside a click, because the browser may need to download its model. */
  summarize(text: string, about: SummarySubject, signal: AbortSignal): Promise<WrittenSummary>;
}

export type BrowserModelState =
  { readonly kind: 'ready' | 'download' } | { readonly kind: 'absent'; readonly reason: string };

export type WrittenSummary =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'failed'; readonly reason: string };
