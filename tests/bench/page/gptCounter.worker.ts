import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { CountRequest } from './contract';
import { measureCounting } from './measureCounting';

/** Without it, `<|endoftext|>` in a file would throw. */
const ORDINARY = { disallowedSpecial: new Set<string>() };

addEventListener('message', ({ data }: MessageEvent<CountRequest>) => {
  void measureCounting(data, (text) => countTokens(text, ORDINARY)).then((result) => postMessage(result));
});
postMessage('ready');
