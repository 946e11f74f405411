import * as v from 'valibot';
import { expect, it } from 'vitest';
import { MODELS } from '../tokens/models';
import { CHAT_PROFILES, chatProfileData, profileFor } from './chatProfile';

it('has valid profiles, and every one a name of its own', () => {
  for (const profile of [...CHAT_PROFILES, ...MODELS.map(profileFor)])
    expect(v.parse(chatProfileData, profile)).toEqual(profile);
  expect(new Set(CHAT_PROFILES.map(({ name }) => name)).size).toBe(CHAT_PROFILES.length);
});

it.each([
  ['chatgpt-free', { name: 'ChatGPT', limit: 4_999, unit: 'characters' }],
  ['gpt-5', { name: 'GPT-5 family', limit: 200_000, unit: 'tokens' }],
  // 32,000 / 2 / (1.18 * 1.06)
  ['gemini-free', { name: 'Gemini app, free', limit: 12_791, unit: 'tokens' }],
  ['claude-ai-free', { name: 'claude.ai, free', limit: 4_692, unit: 'tokens' }],
])('knows how much the chat of %s takes', (id, profile) => {
  const model = MODELS.find((each) => each.id === id);
  expect(model && profileFor(model)).toEqual({ ...profile, before: '', after: '' });
});

it.each([
  ['a limit of nothing', { limit: 0 }],
  ['a limit that is no number', { limit: '5000' }],
  ['another unit', { unit: 'bytes' }],
  ['a blank name', { name: ' ' }],
])('refuses %s', (_, change) => {
  expect(v.safeParse(chatProfileData, { ...CHAT_PROFILES[0], ...change }).success).toBe(false);
});

it('reads a profile without sentences, and repairs broken characters', () => {
  const stored = { name: ' Mine ', limit: 10, unit: 'tokens', after: 'x\ud800' };
  expect(v.parse(chatProfileData, stored)).toEqual({
    ...{ name: 'Mine', limit: 10, unit: 'tokens' },
    ...{ before: '', after: 'x\ufffd' },
  });
});
