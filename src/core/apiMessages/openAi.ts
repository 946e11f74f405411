/** Messages for OpenAI's chat API (https://platform.openai.com/docs/api-reference/chat) and the many that take the same. */
import { textOf } from './apiMessage';
import type { ApiMessage, ImagePart, MessagePart } from './messageTypes';

/** Its lists can be changed, as in the types of OpenAI's SDK. */
export type OpenAiMessage =
  | { readonly role: 'system' | 'assistant'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | (OpenAiText | OpenAiImage)[] };

export interface OpenAiText {
  readonly type: 'text';
  readonly text: string;
}

export interface OpenAiImage {
  readonly type: 'image_url';
  readonly image_url: { readonly url: string };
}

/** Writes messages in the same order, without cache breakpoints: OpenAI's cache finds the longest prefix itself. */
export function openAiMessages(messages: readonly ApiMessage[]): OpenAiMessage[] {
  return messages.map(({ role, parts }) => {
    const text = textOf(parts);
    if (role !== 'user' || parts.every(({ kind }) => kind === 'text')) return { role, content: text };
    return { role, content: contentsOf(parts) };
  });
}

/** In order. Texts in a row are one. */
function contentsOf(parts: readonly MessagePart[]): (OpenAiText | OpenAiImage)[] {
  const contents: (OpenAiText | OpenAiImage)[] = [];
  for (const part of parts) {
    const last = contents.at(-1);
    if (part.kind === 'image') contents.push(imageContent(part));
    else if (last?.type === 'text') contents[contents.length - 1] = { ...last, text: last.text + part.text };
    else contents.push({ type: 'text', text: part.text });
  }
  return contents;
}

function imageContent({ type, base64 }: ImagePart): OpenAiImage {
  return { type: 'image_url', image_url: { url: `data:${type};base64,${base64}` } };
}
