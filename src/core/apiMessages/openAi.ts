/** Messages for OpenAI's chat API (https://platform.openai.com/docs/api-reference/chat) and the many that take the same. */
import { textOf } from './apiMessage';
import type { ApiMessage, ImagePart } from './messageTypes';

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
    const images = parts.filter((part) => part.kind === 'image');
    if (role !== 'user') return { role, content: text };
    return { role, content: images.length === 0 ? text : [...textsOf(text), ...images.map(imageContent)] };
  });
}

function textsOf(text: string): readonly OpenAiText[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function imageContent({ type, base64 }: ImagePart): OpenAiImage {
  return { type: 'image_url', image_url: { url: `data:${type};base64,${base64}` } };
}
