import * as v from 'valibot';

const text = v.pipe(v.string(), v.maxLength(1_000));

/** An attachment without its data. */
export const attachmentData = v.object({
  /** SHA-256 of the bytes. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** MIME type. */
  type: text,
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** If set, the text had this and the bytes as base64; else it had the bytes as UTF-8. */
  head: v.optional(text),
  /** Whether a document with all the data has been copied. Later ones have the reference only. */
  isSent: v.fallback(v.boolean(), false),
  /** When it was found that nothing refers to it, in milliseconds since the epoch. */
  unusedSince: v.optional(v.number()),
});

export type Attachment = Readonly<v.InferOutput<typeof attachmentData>>;

/** As much of a Blob as rendering needs. */
interface Bytes {
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The text to print for a reference to an attachment. */
export type AttachedText =
  | { readonly kind: 'gone'; readonly name: string }
  | {
      readonly kind: 'data';
      readonly name: string;
      /** Tells requests with other data apart. */
      readonly hash: string;
      readonly head?: string | undefined;
      readonly data: Bytes;
    };
