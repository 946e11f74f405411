import { createTokenCounter } from '../../../src/core/tokens/counter';
import type { CountRequest } from './contract';
import { measureCounting } from './measureCounting';

addEventListener('message', ({ data }: MessageEvent<CountRequest>) => {
  void measure(data).then((result) => postMessage(result));
});
postMessage('ready');

async function measure(request: CountRequest) {
  const vocabulary = await (await fetch(request.vocabulary)).arrayBuffer();
  const counter = createTokenCounter('o200k_base', new Uint8Array(vocabulary));
  return measureCounting(request, (text) => counter.count(text));
}
