/** How much a chat takes at once. */
import * as v from 'valibot';
import { modelById, type Model } from '../tokens/models';

export interface ChatProfile extends PartLimits {
  readonly name: string;
}

/** The size of parts, and the user's own text in them. */
export interface PartLimits {
  /** The size of a part, with everything around the document's text. Characters are UTF-16 units. */
  readonly limit: number;
  readonly unit: 'characters' | 'tokens';
  /** Markdown to print in each part before and after the document's text; empty for none. */
  readonly before: string;
  readonly after: string;
}

const text = v.pipe(
  v.string(),
  v.transform((read) => read.toWellFormed()),
);

const limits = {
  limit: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  unit: v.picklist(['characters', 'tokens']),
  before: v.fallback(text, ''),
  after: v.fallback(text, ''),
};

/** Reads stored limits. */
export const partLimitsData: v.GenericSchema<unknown, PartLimits> = v.object(limits);

/** Reads a stored profile. */
export const chatProfileData: v.GenericSchema<unknown, ChatProfile> = v.object({
  name: v.pipe(text, v.trim(), v.minLength(1), v.maxLength(100)),
  ...limits,
});

/** ChatGPT turns a paste of 5,000 characters into a file. */
const CHAT_GPT: ChatProfile = { name: 'ChatGPT', limit: 4_999, unit: 'characters', before: '', after: '' };

/** Tokens. The window assumed for chats that publish none: the smallest that any chat publishes. */
const SMALLEST_WINDOW = 16_000;

/** The profiles that everybody has. */
export const CHAT_PROFILES: readonly ChatProfile[] = [
  CHAT_GPT,
  ...['claude-ai', 'claude-ai-free', 'gemini-free'].map((id) => profileFor(modelById(id))),
];

/** The profile for a model's chat. A part fits in half of its window: answers and other parts need room, too. */
export function profileFor({ id, name, window = SMALLEST_WINDOW, factor, band }: Model): ChatProfile {
  if (id.startsWith('chatgpt-')) return CHAT_GPT;
  const limit = Math.floor(window / 2 / (factor * (1 + band)));
  return { name, limit, unit: 'tokens', before: '', after: '' };
}
