import cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import o200k from 'gpt-tokenizer/encoding/o200k_base';
import harmony from 'gpt-tokenizer/encoding/o200k_harmony';
import p50k from 'gpt-tokenizer/encoding/p50k_base';
import p50kEdit from 'gpt-tokenizer/encoding/p50k_edit';
import r50k from 'gpt-tokenizer/encoding/r50k_base';
import { computeChatCompletionTokenCount } from 'gpt-tokenizer/functionCalling';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { chatMessage, chatTokens, messageTokens, REPLY_TOKENS, type ChatMessage } from './messageTokens';
import { ROLES } from './roles';

/** Special tokens are text, as they are in the app's own counter. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
const ENCODINGS = { o200k, cl100k, harmony, p50k, p50kEdit, r50k };

const message = fc
  .record({
    role: fc.oneof(fc.constantFrom(...ROLES), fc.constantFrom('Ann', 'a_b', 'Unknown')),
    content: anyText,
  })
  .map(chatMessage);
const messages = fc.array(message, { maxLength: 4 });

describe.each(Object.entries(ENCODINGS))('in %s', (_, encoding) => {
  const count = (text: string) => encoding.encode(text, AS_TEXT).length;

  it('a chat has the tokens that the tokenizer counts for its completion, for any roles and names', () => {
    fc.assert(
      fc.property(messages, (chat) => {
        // The function changes nothing, but declares its messages as changeable.
        const request = { messages: chat.map((each) => ({ ...each })) };
        expect(chatTokens(chat, count)).toBe(computeChatCompletionTokenCount(request as never, count));
      }),
    );
  });
});

describe.each([
  ['gpt-4o', o200k, 3],
  ['gpt-4', cl100k, 3],
  // The reply starts without the mark between role and text, because the model chooses a channel first.
  ['gpt-oss-20b', harmony, 2],
] as const)('for %s', (model, encoding, reply) => {
  const count = (text: string) => encoding.encode(text, AS_TEXT).length;

  it('a chat has the tokens that the tokenizer encodes it to, for each role', () => {
    const chat = ROLES.map((role) => chatMessage({ role, content: `This is from ${role}.` }));
    for (const each of [[], ...chat.map((one) => [one]), chat])
      expect(chatTokens(each, count) - REPLY_TOKENS + reply).toBe(
        encoding.encodeChat(
          each.map((one) => ({ ...one })),
          model,
          AS_TEXT,
        ).length,
      );
  });
});

it.each<[string, ChatMessage]>([
  ['User', { role: 'user', content: 'x' }],
  ['AI', { role: 'assistant', content: 'x' }],
  ['System', { role: 'system', content: 'x' }],
  ['Tool', { role: 'tool', content: 'x' }],
  ['Ann', { role: 'user', name: 'Ann', content: 'x' }],
  ['Unknown', { role: 'user', content: 'x' }],
])('a message by %s is by a role of the interface', (role, expected) => {
  expect(chatMessage({ role, content: 'x' })).toEqual(expected);
});

it('counts special tokens as text (A40)', () => {
  const count = (text: string) => o200k.encode(text, AS_TEXT).length;
  const tokens = messageTokens({ role: 'user', content: 'a <|endoftext|> b <|im_start|>' }, count);
  expect(tokens).toBe(3 + 1 + count('a <|endoftext|> b <|im_start|>'));
  expect(tokens).toBeGreaterThan(10);
});
