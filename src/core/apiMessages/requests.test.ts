import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import fc from 'fast-check';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { anyImage, anyMessageBlocks } from '../../../tests/arbitraries/anyMessageBlock';
import { STABILITY_TIERS } from '../tiers/tier';
import { anthropicRequest } from './anthropic';
import { textPart, withBreakpoint } from './apiMessage';
import type { ApiMessage } from './messageTypes';
import { classicMessagesOf } from './classicMessages';
import { flatMessagesOf } from './flatMessages';
import { openAiMessages } from './openAi';

const image = { kind: 'image', type: 'image/png', base64: 'QQ==' } as const;
const messages: readonly ApiMessage[] = [
  withBreakpoint({ role: 'system', parts: [textPart('Be brief.')] }),
  { role: 'user', parts: [textPart('a'), textPart('\n\nb', true)] },
  { role: 'assistant', parts: [textPart('Ok.')] },
  { role: 'user', parts: [textPart('Look.'), image] },
  { role: 'user', parts: [image] },
  { role: 'user', parts: [textPart('Fix it.')] },
];

/** Compiles only if the types of the SDK agree. */
function claudeParams(all: readonly ApiMessage[]): MessageCreateParamsNonStreaming {
  return { model: 'claude-opus-5', max_tokens: 1_024, ...anthropicRequest(all) };
}

function openAiParams(all: readonly ApiMessage[]): ChatCompletionCreateParamsNonStreaming {
  return { model: 'gpt-5', messages: openAiMessages(all) };
}

it('a request to Claude has the instructions apart, and breakpoints at the ends of texts', () => {
  const cached = { cache_control: { type: 'ephemeral' } };
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QQ==' } };
  expect(claudeParams(messages)).toEqual({
    ...{ model: 'claude-opus-5', max_tokens: 1_024 },
    system: [{ type: 'text', text: 'Be brief.', ...cached }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '\n\nb', ...cached },
        ],
      },
      { role: 'assistant', content: 'Ok.' },
      { role: 'user', content: [{ type: 'text', text: 'Look.' }, picture] },
      { role: 'user', content: [picture] },
      { role: 'user', content: 'Fix it.' },
    ],
  });
  expect(anthropicRequest([{ role: 'system', parts: [textPart('Be brief.')] }])).toEqual({
    ...{ system: 'Be brief.', messages: [] },
  });
  expect(anthropicRequest([])).toEqual({ messages: [] });
});

it('a request to OpenAI has the same messages without breakpoints', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,QQ==' } };
  expect(openAiParams(messages).messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'a\n\nb' },
    { role: 'assistant', content: 'Ok.' },
    { role: 'user', content: [{ type: 'text', text: 'Look.' }, picture] },
    { role: 'user', content: [picture] },
    { role: 'user', content: 'Fix it.' },
  ]);
});

/** The services' rules that the types of their SDKs do not state. Unknown keys are refused. */
const written = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== ''),
);
const textBlock = v.strictObject({
  ...{ type: v.literal('text'), text: written },
  cache_control: v.optional(v.strictObject({ type: v.literal('ephemeral') })),
});
const claudeImage = v.strictObject({
  type: v.literal('image'),
  source: v.strictObject({
    type: v.literal('base64'),
    media_type: v.picklist(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: v.pipe(v.string(), v.base64()),
  }),
});
const claudeMessages = v.union([
  v.strictObject({
    role: v.literal('user'),
    content: v.union([written, v.pipe(v.array(v.variant('type', [textBlock, claudeImage])), v.nonEmpty())]),
  }),
  v.strictObject({
    role: v.literal('assistant'),
    content: v.union([written, v.tuple([textBlock])]),
  }),
]);
const claudeRequest = v.strictObject({
  system: v.optional(v.union([written, v.tuple([textBlock])])),
  messages: v.pipe(
    v.array(claudeMessages),
    v.check(([first]) => first?.role !== 'assistant'),
  ),
});
const openAiRequest = v.array(
  v.variant('role', [
    v.strictObject({ role: v.picklist(['system', 'assistant']), content: written }),
    v.strictObject({
      role: v.literal('user'),
      content: v.union([
        written,
        v.pipe(
          v.array(
            v.variant('type', [
              v.strictObject({ type: v.literal('text'), text: written }),
              v.strictObject({
                type: v.literal('image_url'),
                image_url: v.strictObject({
                  url: v.pipe(v.string(), v.regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/]+=*$/)),
                }),
              }),
            ]),
          ),
          v.nonEmpty(),
        ),
      ]),
    }),
  ]),
);

describe('requests for any document', () => {
  const text = fc.constantFrom('', ' \n', 'Do it.');
  const frame = fc.record({
    ...{ system: text, legend: text, workspaceMessage: text, task: text },
    taskImages: fc.array(anyImage, { maxLength: 2 }),
  });

  it('are valid in both orders', () => {
    fc.assert(
      fc.property(frame, anyMessageBlocks, fc.nat(4), fc.nat(14), (around, blocks, shift, kept) => {
        const tierOf = (at: number) => STABILITY_TIERS[(at + shift) % 5] ?? 'active';
        const classic = classicMessagesOf({
          ...around,
          blocks: blocks.map((block, at) => ({ ...block, tier: tierOf(at) })),
        });
        const flat = flatMessagesOf({
          ...{ ...around, systemTokens: 10, taskTokens: 10, minimum: 50 },
          lastKept: Math.min(kept, blocks.length),
          blocks: blocks.map((block) => ({ ...block, lead: '## Files', tokens: 100 })),
        });
        for (const outcome of [classic, flat]) {
          const all = outcome.kind === 'messages' ? outcome.messages : [];
          const request = v.parse(claudeRequest, anthropicRequest(all));
          const chat = v.parse(openAiRequest, openAiMessages(all));
          expect(JSON.stringify(request).split('cache_control').length - 1).toBeLessThanOrEqual(4);
          expect(chat.map(({ role }) => role)).toEqual(all.map(({ role }) => role));
        }
      }),
      { numRuns: 200 },
    );
  });
});
