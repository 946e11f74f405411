import type { TokenEncoding } from './encoding';

/**
 * A model that a document may be meant for. Its token count is that in `encoding` times `factor` (measured on source
 * code), within a relative error of `band`. A band of 0 means that the tokenizer is public and identical.
 */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly vendor: 'Anthropic' | 'DeepSeek' | 'Google' | 'Meta and Alibaba' | 'OpenAI';
  /** Context window in tokens; undefined if it is not published. */
  readonly window: number | undefined;
  readonly encoding: TokenEncoding;
  readonly factor: number;
  readonly band: number;
  /** Absent if the service has no cache of prompts, or says nothing about it. */
  readonly cache?: CacheRules;
}

/** How a service caches the beginning of a prompt, and what that costs. */
export interface CacheRules {
  /** Tokens of the shortest prefix that can be cached. */
  readonly minimum: number;
  /** The maximum number of breakpoints that a request may have; absent if the service finds the prefix itself. */
  readonly breakpoints?: number;
  /** The price of a token that is read from the cache or written to it, in units of one that is not cached. */
  readonly read: number;
  readonly write: number;
}

const sameTokenizer = { encoding: 'o200k_base', factor: 1, band: 0 } as const;
const newClaude = { vendor: 'Anthropic', encoding: 'o200k_base', factor: 1.55, band: 0.1 } as const;
const gemini = { vendor: 'Google', encoding: 'o200k_base', factor: 1.18, band: 0.06 } as const;

/** The prices are those of five minutes in the cache. */
const claudeCache = { breakpoints: 4, read: 0.1, write: 1.25 };

/**
 * As of November 2026. Cache rules: the prompt caching pages of developers.openai.com, platform.claude.com (2026-10), docs.litellm.ai
 * (2026-10), and docs.cloud.google.com (2026-11). The minimum of Claude 5.5 is assumed; Opus 5 alone caches from 512 tokens.
 */
export const MODELS: readonly Model[] = [
  {
    id: 'gpt-6.2',
    name: 'GPT-6.2 Sol',
    vendor: 'OpenAI',
    window: 1_050_000,
    encoding: 'o200k_base',
    factor: 1,
    band: 0.1,
    cache: { minimum: 1_024, read: 0.05, write: 1.25 },
  },
  {
    id: 'gpt-5',
    name: 'GPT-5 family',
    vendor: 'OpenAI',
    window: 400_000,
    ...sameTokenizer,
    cache: { minimum: 1_024, read: 0.1, write: 1 },
  },
  {
    id: 'chatgpt-thinking',
    name: 'ChatGPT Thinking, paid plans',
    vendor: 'OpenAI',
    window: 256_000,
    ...sameTokenizer,
  },
  { id: 'chatgpt-plus', name: 'ChatGPT Instant, Plus', vendor: 'OpenAI', window: 32_000, ...sameTokenizer },
  { id: 'chatgpt-free', name: 'ChatGPT Instant, Free', vendor: 'OpenAI', window: 16_000, ...sameTokenizer },
  {
    id: 'claude-5.5',
    name: 'Claude Opus, Sonnet and Haiku 5.5',
    window: 1_000_000,
    ...newClaude,
    cache: { minimum: 4_096, ...claudeCache },
  },
  {
    id: 'claude-5',
    name: 'Claude Opus 5, Sonnet 5, Opus 4.8',
    window: 1_000_000,
    ...newClaude,
    cache: { minimum: 1_024, ...claudeCache },
  },
  {
    id: 'claude-4.6',
    name: 'Claude 4.5 and 4.6',
    vendor: 'Anthropic',
    window: 200_000,
    encoding: 'o200k_base',
    factor: 1.22,
    band: 0.1,
    cache: { minimum: 4_096, ...claudeCache },
  },
  { id: 'claude-ai', name: 'claude.ai, paid plans', window: 1_000_000, ...newClaude },
  { id: 'claude-ai-free', name: 'claude.ai, free', window: undefined, ...newClaude },
  {
    id: 'gemini-4',
    name: 'Gemini 4 Argon',
    window: 1_048_576,
    ...gemini,
    cache: { minimum: 4_096, read: 0.05, write: 1 },
  },
  { id: 'gemini-free', name: 'Gemini app, free', window: 32_000, ...gemini },
  {
    id: 'llama-qwen',
    name: 'Llama 3, Qwen 2.5',
    vendor: 'Meta and Alibaba',
    window: 131_072,
    encoding: 'o200k_base',
    factor: 1,
    band: 0.04,
  },
  {
    id: 'deepseek-v3',
    name: 'DeepSeek V3',
    vendor: 'DeepSeek',
    window: 131_072,
    encoding: 'o200k_base',
    factor: 1.07,
    band: 0.03,
  },
];

export const DEFAULT_MODEL_ID = 'gpt-5';

/** The model with this id, or the default model if the id is unknown or no longer exists. */
export function modelById(id: string): Model {
  const model = MODELS.find((each) => each.id === id) ?? MODELS.find((each) => each.id === DEFAULT_MODEL_ID);
  if (model === undefined) throw new Error('The default model is not in the table');
  return model;
}

/** The likely token count for a model, and its bounds. */
export interface TokenEstimate {
  readonly tokens: number;
  readonly exact: boolean;
  readonly low: number;
  readonly high: number;
}

/** Relative difference between two of OpenAI's encodings on source code. */
const OTHER_ENCODING_BAND = 0.03;

/** Estimates the tokens for `model` of a text with `tokens` in the encoding `counted`. */
export function estimateTokens(
  model: Model,
  tokens: number,
  counted: TokenEncoding = model.encoding,
): TokenEstimate {
  const band = model.band + (counted === model.encoding ? 0 : OTHER_ENCODING_BAND);
  const likely = tokens * model.factor;
  return {
    tokens: Math.round(likely),
    exact: band === 0,
    low: Math.round(likely * (1 - band)),
    high: Math.round(likely * (1 + band)),
  };
}

/** The shortest prefix that the model's service caches, in tokens of `encoding`; undefined if it caches none. */
export function smallestCacheable({ cache, factor }: Model): number | undefined {
  return cache && Math.ceil(cache.minimum / factor);
}
