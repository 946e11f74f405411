/** Messages as chat APIs take them, before they are written for one API. */
import { SEPARATOR } from '../compose/separator';
import { printedMessage } from '../conversation/printedMessage';
import { normalizeText } from '../files/normalize';

export interface ApiMessage {
  readonly role: 'system' | 'user' | 'assistant';
  /** Texts, then images. Never empty. */
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

export function textPart(text: string, isBreakpoint = false): TextPart {
  return { kind: 'text', text, isBreakpoint };
}

/** A message with one text. None if the text is blank. */
export function textMessage(role: ApiMessage['role'], text: string): readonly ApiMessage[] {
  return text.trim() === '' ? [] : [{ role, parts: [textPart(text)] }];
}

/** A message of the user with images. None if the text is blank and there are no images that APIs take. */
export function userMessage(text: string, images: readonly AttachedImage[]): readonly ApiMessage[] {
  const written = writtenText(text);
  const parts = [...(written === '' ? [] : [textPart(written)]), ...images.flatMap(imagePart)];
  return parts.length === 0 ? [] : [{ role: 'user', parts }];
}

/**
 * Messages of a discussion. APIs know the user and the assistant, so everybody else speaks as the user, with the role in front of the
 * text. Images of other types than APIs take stay references in the text, as do those of the assistant, who cannot send any.
 */
export function spokenMessage({ role, content, images }: SpokenMessage): readonly ApiMessage[] {
  const text = writtenText(content);
  if (role === 'AI') return textMessage('assistant', text);
  return userMessage(role === 'User' ? text : printedMessage(role, text), images);
}

/** Puts a cache breakpoint at the end of the last text of a message. */
export function withBreakpoint({ role, parts }: ApiMessage): ApiMessage {
  const last = parts.findLastIndex(({ kind }) => kind === 'text');
  return { role, parts: parts.map((part, at) => (at === last ? { ...part, isBreakpoint: true } : part)) };
}

/** Some services refuse a request whose first message is the assistant's, so the user quotes it. */
export function withUserFirst(messages: readonly ApiMessage[]): readonly ApiMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return messages.map((message, at): ApiMessage => {
    if (at !== first || message.role !== 'assistant') return message;
    const parts = message.parts.map((part) =>
      part.kind === 'text' ? { ...part, text: printedMessage(ROLE_NAMES.assistant, part.text) } : part,
    );
    return { role: 'user', parts };
  });
}

/** The texts of messages with their roles in front, separated like the blocks of a document. */
export function messagesText(messages: readonly ApiMessage[]): string {
  const texts = messages.flatMap(({ role, parts }) => {
    const text = textOf(parts);
    return text === '' ? [] : printedMessage(ROLE_NAMES[role], text);
  });
  return `${texts.join(SEPARATOR)}\n`;
}

/** All texts of a message as one. */
export function textOf(parts: readonly MessagePart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

const ROLE_NAMES: Readonly<Record<ApiMessage['role'], string>> = {
  ...{ system: 'System', user: 'User', assistant: 'AI' },
};

/** A text without blank lines around it, with LF ends. */
function writtenText(text: string): string {
  return normalizeText(text)
    .text.trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, '');
}

function imagePart({ type, base64 }: AttachedImage): readonly ImagePart[] {
  const known = IMAGE_TYPES.find((each) => each === type);
  return known === undefined ? [] : [{ kind: 'image', type: known, base64 }];
}
