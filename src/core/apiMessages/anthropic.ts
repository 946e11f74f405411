/** Messages for Claude's API (https://platform.claude.com/docs/en/api/messages). */
import type { ApiMessage, ImageType, MessagePart, TextPart } from './messageTypes';

/** A request without the model and the limits. Its lists can be changed, as in the types of Claude's SDK. */
export interface AnthropicRequest {
  /** Absent if there are no instructions. */
  readonly system?: string | AnthropicText[];
  readonly messages: AnthropicMessage[];
}

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | (AnthropicText | AnthropicImage)[];
}

export interface AnthropicText {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

export interface AnthropicImage {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: ImageType; readonly data: string };
  readonly cache_control?: { readonly type: 'ephemeral' };
}

/** Writes messages with their cache breakpoints. A content that is one text is a string unless a cached prefix ends there. */
export function anthropicRequest(messages: readonly ApiMessage[]): AnthropicRequest {
  const system = messages.find(({ role }) => role === 'system')?.parts;
  return {
    ...(system !== undefined && { system: contentOf(system, system.flatMap(textsOf)) }),
    messages: messages.flatMap(({ role, parts }) =>
      role === 'system' ? [] : { role, content: contentOf(parts, parts.map(contentPart)) },
    ),
  };
}

function contentOf<T>(parts: readonly MessagePart[], written: T[]): string | T[] {
  const [only, ...others] = parts;
  const isPlain = only?.kind === 'text' && !only.isBreakpoint && others.length === 0;
  return isPlain ? only.text : written;
}

function textsOf(part: MessagePart): AnthropicText[] {
  return part.kind === 'text' ? [textBlock(part)] : [];
}

function contentPart(part: MessagePart): AnthropicText | AnthropicImage {
  if (part.kind === 'text') return textBlock(part);
  const source = { type: 'base64', media_type: part.type, data: part.base64 } as const;
  return { type: 'image', source, ...(part.isBreakpoint && { cache_control: { type: 'ephemeral' } }) };
}

function textBlock({ text, isBreakpoint }: TextPart): AnthropicText {
  return { type: 'text', text, ...(isBreakpoint && { cache_control: { type: 'ephemeral' } }) };
}
