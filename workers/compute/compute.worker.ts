import { expose, transfer } from 'comlink';
import { browserParts } from './browserParts';
import type { ComputeApi } from './contract';
import { createComputeApi } from './computeApi';

const api = createComputeApi(browserParts());

// Exposed before anything is awaited: a call sent in the meantime would be lost forever.
expose({
  ...api,
  async render(encoding, files, shelf) {
    const rendered = await api.render(encoding, files, shelf);
    return transfer(rendered, [rendered.bytes]);
  },
} satisfies ComputeApi);
