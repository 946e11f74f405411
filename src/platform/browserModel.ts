import type { BrowserModel, BrowserModelState, SummarySubject } from '../app/ports';

/** The parts of the Summarizer API in use; TypeScript lacks types for it. https://developer.mozilla.org/docs/Web/API/Summarizer */
interface Summarizer {
  summarize(text: string, options: { context: string; signal: AbortSignal }): Promise<string>;
}

interface SummarizerFactory {
  availability(options: SummarizerOptions): Promise<string>;
  create(options: SummarizerOptions): Promise<Summarizer>;
}

type SummarizerOptions = Readonly<Record<'type' | 'format' | 'length' | 'outputLanguage', string>>;

const OPTIONS: SummarizerOptions = {
  type: 'key-points',
  format: 'plain-text',
  length: 'medium',
  outputLanguage: 'en',
};

const CONTEXTS: Readonly<Record<SummarySubject, string>> = {
  files: 'A file of a software project, for a colleague who has to decide whether to open it.',
  discussion: 'A conversation about a software project, for a colleague who has to continue it.',
};

let summarizer: Promise<Summarizer> | undefined;

export const browserModel: BrowserModel = {
  async state() {
    const factory = factoryHere();
    if (factory === undefined) return absent('this browser has no built-in summarizer');
    try {
      return stateOf(await factory.availability(OPTIONS));
    } catch (error) {
      return absent(reasonOf(error));
    }
  },

  async summarize(text, about, signal) {
    const factory = factoryHere();
    if (factory === undefined) return { kind: 'failed', reason: 'this browser has no built-in summarizer' };
    try {
      summarizer ??= factory.create(OPTIONS);
      summarizer.catch(() => (summarizer = undefined));
      const options = { context: CONTEXTS[about], signal };
      return { kind: 'text', text: await (await summarizer).summarize(text, options) };
    } catch (error) {
      return { kind: 'failed', reason: signal.aborted ? 'stopped' : reasonOf(error) };
    }
  },
};

function factoryHere(): SummarizerFactory | undefined {
  return (globalThis as { Summarizer?: SummarizerFactory }).Summarizer;
}

function stateOf(availability: string): BrowserModelState {
  switch (availability) {
    case 'available':
      return { kind: 'ready' };
    case 'downloadable':
    case 'downloading':
      return { kind: 'download' };
    default:
      return absent('the built-in summarizer of this browser does not run on this machine');
  }
}

function absent(reason: string): BrowserModelState {
  return { kind: 'absent', reason };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
