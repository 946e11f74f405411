import type { Clipboard } from '../src/app/ports/clipboard';
import type { SummaryTools } from '../src/app/summaries/summaryWays';

/** No model can be reached, every copy succeeds, and the clipboard can't be read. */
export const NO_MODELS: SummaryTools & { readonly clipboard: Clipboard } = {
  clipboard: {
    write: () => Promise.resolve({ kind: 'copied' }),
    read: () => Promise.resolve({ kind: 'refused', reason: 'this is a test' }),
  },
  browserModel: {
    state: () => Promise.resolve({ kind: 'absent', reason: 'this is a test' }),
    summarize: () => Promise.resolve({ kind: 'failed', reason: 'this is a test' }),
  },
  endpointWindow: { open: () => undefined },
  passTexts: (texts) => Promise.resolve(texts.map(({ text }) => text)),
};
