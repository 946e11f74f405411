/** Messages between the engine and the worker that converts documents. Plain data only. */

/** Bytes. Parsers hold a file several times in memory. */
export const LARGEST_DOCUMENT = 200_000_000;

export type DocumentFormat = 'pdf' | 'docx' | 'html' | 'notebook' | 'text';

export interface ConvertedDocument {
  readonly format: DocumentFormat;
  /** Fits into a block of the document, see `insetMarkdown`. */
  readonly markdown: string;
  /** The number of pages, if it has any. */
  readonly pages?: number;
  /** The number of pages without text. */
  readonly emptyPages: number;
}

export type Conversion =
  | ({ readonly kind: 'converted' } & ConvertedDocument)
  /** The reason follows a colon. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Told after each page. */
export type OnPage = (done: number, total: number) => void;

export interface DocumentsApi {
  /** `name` has the extension that tells formats apart. */
  convert(bytes: ArrayBuffer, name: string, onPage: OnPage): Promise<Conversion>;
}
