import type { SummaryTools } from '../src/app/summaries/summaryWays';

/** No model can be reached, and every copy succeeds. */
export const NO_MODELS: SummaryTools = {
  clipboard: { write: () => Promise.resolve({ kind: 'copied' }) },
  browserModel: {
    state: () => Promise.resolve({ kind: 'absent', reason: 'this is a test' }),
    summarize: () => Promise.resolve({ kind: 'failed', reason: 'this is a test' }),
  },
  endpointWindow: { open: () => undefined },
  passTexts: (texts) => Promise.resolve(texts.map(({ text }) => text)),
};
