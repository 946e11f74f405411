/** All texts of the endpoint page, a separate entry that must not load those of the app. */
import { plural } from '../shared/numbers';

export const TEXT = {
  title: 'Summarize with a model endpoint',
  intro:
    'When you press Send, this page sends whole files to the address below and nowhere else. Close it when you are done.',
  address: 'Address',
  addressHint: 'For Ollama http://localhost:11434/v1, for LM Studio http://localhost:1234/v1',
  target: (address: string) => `Files go to ${address}/chat/completions, and nowhere else.`,
  badAddress: (reason: string) => `This address can't be used: ${reason}.`,
  model: 'Model',
  key: 'API key (optional)',
  keepKey:
    'Store the key unencrypted in this browser. If this is off, it is forgotten when you close this page.',
  test: 'Test',
  testing: 'Requesting the models…',
  works: (models: number) => `The server responds and offers ${plural(models, 'model')}.`,
  files: (count: number) => plural(count, 'file'),
  noFiles: 'Open this page from “Summarize with a model” in Strata, which sends the files here.',
  cancel: 'Cancel',
  send: (files: number, address: string | undefined) =>
    address === undefined ? `Send ${plural(files, 'file')}` : `Send ${plural(files, 'file')} to ${address}`,
  progress: (done: number, total: number) => `${done} of ${total}`,
  progressLabel: 'Files summarized',
  waiting: 'waiting for a response',
  done: 'done',
  finished: 'All files are summarized. Review and save the summaries in Strata.',
} as const;
