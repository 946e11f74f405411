import type { BlockMeasure } from '../tokens/blockMeasure';
import type { SourceEncoding } from './sourceEncoding';

declare const brand: unique symbol;

/** SHA-256 of a file's decoded text with LF line ends, in lowercase hex. */
export type ContentHash = string & { readonly [brand]: 'ContentHash' };

/** Something worth knowing about a text that is shown anyway. Lines are 1-based. */
export type ContentWarning =
  | { readonly kind: 'replaced-bytes'; readonly count: number }
  | { readonly kind: 'replaced-characters'; readonly count: number }
  | { readonly kind: 'guessed-encoding'; readonly encoding: SourceEncoding }
  | { readonly kind: 'late-nul'; readonly count: number }
  | { readonly kind: 'invisible-characters'; readonly lines: readonly number[]; readonly count: number }
  | { readonly kind: 'chat-tokens'; readonly lines: readonly number[]; readonly count: number }
  | { readonly kind: 'model-instructions'; readonly lines: readonly number[]; readonly count: number };

/**
 * The result of reading a file: numbers only, since its text stays in the workers. `block` measures the file's block
 * with its full text or, if it has no text, with the notice shown instead.
 */
export type FileContent =
  | {
      readonly kind: 'text';
      readonly hash: ContentHash;
      readonly lines: number;
      readonly tokens: number;
      readonly encoding: SourceEncoding;
      readonly warnings: readonly ContentWarning[];
      readonly block: BlockMeasure;
    }
  | { readonly kind: 'binary'; readonly reason: string; readonly block: BlockMeasure }
  | { readonly kind: 'failed'; readonly reason: string; readonly block: BlockMeasure }
  | { readonly kind: 'missing'; readonly block: BlockMeasure }
  /** Too large to read without asking. `tokens` and `block` are estimates. */
  | {
      readonly kind: 'unread';
      readonly reason: string;
      readonly tokens: number;
      readonly block: BlockMeasure;
    };
