import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import type { BodyTokens } from '../../core/document/plan';
import type { DocumentFacts, ImageFacts } from '../ports/engine';
import type { LayeredBlock } from './layering';

/** The estimate for files that are not counted yet. */
export const BYTES_PER_TOKEN = 4;

/** One block of the document as the screen needs it. */
export interface DocumentBlock extends LayeredBlock, BodyTokens {
  /** Changes whenever the text of the block does. */
  readonly version: string;
  readonly title: string;
  readonly leadTokens: number;
  /** Lines of the body without the separator. */
  readonly lines: number;
  /** False while the tokens are an estimate. */
  readonly exact: boolean;
  /** Of a screenshot: the image, or why it can't be shown, as the end of a sentence. */
  readonly image?: ImageFacts | string;
  /** True for a file whose text is known. */
  readonly hasText?: true;
  /** For a document: the result of converting it. */
  readonly document?: DocumentFacts;
  /** The earlier form of a block of the symbol map, if only line numbers and references have changed since. */
  readonly printed?: PrintedForm;
  /** True if the earlier form differs, but is no longer kept. */
  readonly lacksEarlierForm?: true;
  /** Whether this is that earlier form. */
  readonly isOlder?: true;
}

export type PrintedForm = Pick<DocumentBlock, 'source' | 'version' | 'lines' | 'tokens' | 'tokensAsLast'>;

/** Lines of a body without its separator. The first of the separator's four line feeds ends the body's last line. */
export function bodyLines(measure: BlockMeasure): number {
  return measure.lines - 3;
}
