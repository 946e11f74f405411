/** All texts of "Summarize with a model" and "Compress discussion". */
import { Canceled } from '../../../app/secrets/canceled';
import { plural } from '../../shared/numbers';

export const TEXT = {
  title: 'Summarize with a model',
  intro:
    'A model can describe a file better than rules. Nothing is sent until you send it, and nothing is saved until you have seen it.',
  turnOn: 'Turn on “Keep summaries” in the settings first.',
  noneSelected: 'No files selected. Select files in the tree first.',
  noText: 'None of the selected files contains text.',
  withoutText: (count: number) => `${plural(count, 'file')} without text left out`,
  overLimit: (count: number, limit: number) =>
    `${plural(count, 'file')} left for another run (limit: ${limit})`,

  chat: {
    title: 'Chat',
    hint: 'Copy a prompt with the files in it, paste it into any chat, and paste the answer here.',
    copy: 'Copy prompt',
    answer: 'Answer',
    read: 'Read answer',
    copied: 'Copied the prompt. Paste it into a chat, then paste the answer below.',
    notCopied: (reason: string) => `Couldn't copy the prompt: ${reason}.`,
    otherPrompt: 'This answers another prompt. Copy the prompt again and ask for a new answer',
    found: (count: number, missing: number) => `${plural(count, 'section')} found, ${missing} missing`,
    unknown: (names: string) => `not requested: ${names}`,
  },

  endpoint: {
    title: 'Model endpoint',
    hint: 'Ollama, LM Studio, llama.cpp or any OpenAI-compatible API. It opens in a separate page, because this page cannot connect to any server. You see the address before anything is sent.',
    open: 'Open endpoint page',
    opened: 'The endpoint page is open in a separate window. Its summaries appear here.',
    blocked: 'The browser blocked the window. Allow pop-ups for this page.',
    notSent: (error: unknown) =>
      error instanceof Canceled
        ? 'Nothing was sent.'
        : `Nothing was sent: ${error instanceof Error ? error.message : String(error)}.`,
  },

  browser: {
    title: 'Browser model',
    ready: 'The texts stay on this machine. Each takes some seconds.',
    download:
      'The texts stay on this machine. The browser downloads its model first, which can take a while.',
    absent: (reason: string) => `Not available: ${reason}.`,
    run: 'Summarize in this browser',
    stop: 'Stop',
  },

  askFirst: {
    title: 'Ask the model first?',
    why: (count: number) =>
      `${plural(count, 'summary', 'summaries')} in this document ${count === 1 ? 'is' : 'are'} by rules or out of date. A model can write better ones before you copy.`,
    where: (model: string, address: string) =>
      `Your endpoint: ${model} at ${address}. Its page opens in a separate window and sends nothing before you press Send there.`,
    ask: 'Ask the model first',
    asIs: 'Copy as they are',
    opened: 'The endpoint page is open in a separate window. Press Send there; its summaries appear here.',
    progress: (done: number, all: number, failed: number) =>
      `${done} of ${plural(all, 'file')} summarized${failed > 0 ? `, ${failed} failed` : ''}`,
    progressLabel: 'Files summarized',
    save: (count: number) =>
      count === 0 ? 'Save and copy' : `Save ${plural(count, 'summary', 'summaries')} and copy`,
  },

  compress: {
    title: 'Compress discussion',
    again: 'Summary of the discussion',
    intro: (covered: number, kept: number) =>
      `Copies include this summary instead of the oldest ${plural(covered, 'message')}. ${kept === 1 ? 'The newest message stays as it is' : `The newest ${plural(kept, 'message')} stay as they are`}. Nothing is deleted: you can read the originals under the summary, and remove it again.`,
    summary: 'Summary',
    tokens: (count: string, limit: number) => `${count} of ${limit} tokens`,
    shorten: 'Shorten it to save it.',
    source: {
      none: '',
      present: '',
      rules: 'Taken from the messages by rules: sentences, decisions, file names, and open questions',
      chat: 'Written by a chat',
      endpoint: 'Written by the endpoint',
      browser: "Written by the browser's model",
      user: 'Edited by you',
    },
    ways: 'Write it in another way',
    rules: {
      title: 'Rules',
      hint: 'Takes the most important sentences and names from the messages.',
      run: 'Take from the messages',
    },
    chatHint: 'Copy a prompt with the messages in it, paste it into any chat, and paste the answer here.',
    changed: 'The discussion has changed since. Close this and compress it again.',
    save: (count: number) => `Replace ${plural(count, 'message')}`,
    saveAgain: 'Save summary',
  },

  files: (files: number, done: number) => `${plural(files, 'file')}, ${done} summarized`,
  state: {
    none: 'no summary yet',
    running: 'summarizing…',
    failed: (reason: string) => `failed: ${reason}`,
    summary: 'ready to save',
  },
  cancel: 'Cancel',
  save: (count: number) => (count === 0 ? 'Save summaries' : `Save ${plural(count, 'summary', 'summaries')}`),
  notSaved: "Couldn't save the summaries: there is no room, or this browser stores nothing.",
} as const;
