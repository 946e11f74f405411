import type { BlockMeasure } from '../compose/block';
import type { SourceEncoding } from './sourceEncoding';

declare const brand: unique symbol;

/** SHA-256 of a file's decoded text (line ends as LF), lower-case hex. */
export type ContentHash = string & { readonly [brand]: 'ContentHash' };

/** Something a reader should know about a text that is shown all the same. Lines are 1-based. */
export type ContentWarning =
  | { readonly kind: 'replaced-bytes'; readonly count: number }
  | { readonly kind: 'replaced-characters'; readonly count: number }
  | { readonly kind: 'guessed-encoding'; readonly encoding: SourceEncoding }
  | { readonly kind: 'late-nul'; readonly count: number }
  | { readonly kind: 'invisible-characters'; readonly lines: readonly number[]; readonly count: number }
  | { readonly kind: 'chat-tokens'; readonly lines: readonly number[]; readonly count: number }
  | { readonly kind: 'model-instructions'; readonly lines: readonly number[]; readonly count: number };

/**
 * What reading a file told: numbers only, its text stays in the workers. `block` measures the file as a
 * full-text block of the document (or, where there is no text, as the notice that stands for it).
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
  /** Too large to read without being asked: not read yet, `tokens` and `block` are estimates. */
  | {
      readonly kind: 'unread';
      readonly reason: string;
      readonly tokens: number;
      readonly block: BlockMeasure;
    };
