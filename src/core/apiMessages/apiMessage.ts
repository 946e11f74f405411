/** Makes messages of texts, and writes them for people. */
import { SEPARATOR } from '../compose/separator';
import { printedMessage } from '../conversation/printedMessage';
import { normalizeText } from '../files/normalize';
import {
  type ApiMessage,
  type MessagePart,
  type TextPart,
  type ImagePart,
  IMAGE_TYPES,
  type AttachedImage,
  type SpokenMessage,
} from './messageTypes';

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
