/** Messages as chat APIs take them, before they are written for one API. */
export interface ApiMessage {
  readonly role: 'system' | 'user' | 'assistant';
  /** Texts, each with its images behind it. Never empty. */
  readonly parts: readonly MessagePart[];
}

export type MessagePart = TextPart | ImagePart;

export interface TextPart {
  readonly kind: 'text';
  /** Never blank, because APIs refuse a request with a blank text. */
  readonly text: string;
  /** Whether a cached prefix of the request ends here. */
  readonly isBreakpoint: boolean;
}

export interface ImagePart {
  readonly kind: 'image';
  readonly type: ImageType;
  /** The bytes. */
  readonly base64: string;
  /** Whether a cached prefix of the request ends here. */
  readonly isBreakpoint?: boolean;
}

/** The types that both APIs take. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

export type ImageType = (typeof IMAGE_TYPES)[number];

/** An image that a text refers to. */
export interface AttachedImage {
  /** MIME type. */
  readonly type: string;
  readonly base64: string;
}

export interface SpokenMessage {
  /** A role of a discussion, see `ROLES`. */
  readonly role: string;
  /** As stored. */
  readonly content: string;
  readonly images: readonly AttachedImage[];
}
