import { expose, transfer } from 'comlink';
import type { ComputeApi } from './contract';
import { createComputeApi } from './computeApi';
import { loadVocabulary } from './vocabulary';

const api = createComputeApi(loadVocabulary);

// Exposed before anything is awaited: a call sent meanwhile would be lost for ever.
expose({
  ...api,
  async render(encoding, files) {
    const rendered = await api.render(encoding, files);
    return transfer(rendered, [rendered.bytes]);
  },
} satisfies ComputeApi);
