/** All texts of the endpoint page, a separate entry that must not load those of the app. */
import type { SummarySubject } from '../../app/ports/summaries';
import { plural } from '../shared/numbers';

/** `3 files`, `1 discussion`. */
function counted(about: SummarySubject, count: number): string {
  return plural(count, about === 'files' ? 'file' : 'discussion');
}

export const TEXT = {
  title: 'Summarize with a model endpoint',
  intro:
    'When you press Send, this page sends the texts listed here to the address below and nowhere else. Close it when you are done.',
  address: 'Address',
  addressHint: 'For Ollama http://localhost:11434/v1, for LM Studio http://localhost:1234/v1',
  target: (address: string) => `Texts go to ${address}/chat/completions, and nowhere else.`,
  badAddress: (reason: string) => `This address can't be used: ${reason}.`,
  model: 'Model',
  key: 'API key (optional)',
  keepKey:
    'Store the key unencrypted in this browser. If this is off, it is forgotten when you close this page.',
  test: 'Test',
  testing: 'Requesting the models…',
  works: (models: number) => `The server responds and offers ${plural(models, 'model')}.`,
  requests: counted,
  noRequests:
    'Open this page from “Summarize with a model” or “Compress discussion” in Strata, which sends the texts here.',
  cancel: 'Cancel',
  send: (about: SummarySubject, count: number, address: string | undefined) =>
    address === undefined ? `Send ${counted(about, count)}` : `Send ${counted(about, count)} to ${address}`,
  progress: (done: number, total: number) => `${done} of ${total}`,
  progressLabel: 'Summaries received',
  waiting: 'waiting for a response',
  done: 'done',
  finished: (about: SummarySubject) =>
    about === 'files'
      ? 'All files are summarized. Review and save the summaries in Strata.'
      : 'The discussion is summarized. Review and save the summary in Strata.',
} as const;
