import type { SummarySubject, BrowserModel, BrowserModelState } from '../app/ports/summaries';

/** The parts of the Summarizer API in use; TypeScript lacks types for it. https://developer.mozilla.org/docs/Web/API/Summarizer */
interface Summarizer {
  /** The most that one request may contain, in the unit of `measureInputUsage`. */
  readonly inputQuota: number;
  measureInputUsage(text: string, options: { context: string; signal: AbortSignal }): Promise<number>;
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

/** Requests for one text. Each takes some seconds. */
const MOST_PIECES = 100;
/** Pieces differ in how much of the quota a character takes. */
const SAFE_SHARE = 0.8;

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
      const written = await summarizeAny(await summarizer, text, options);
      return written === undefined
        ? { kind: 'failed', reason: 'the text is too long for it' }
        : { kind: 'text', text: written };
    } catch (error) {
      return { kind: 'failed', reason: signal.aborted ? 'stopped' : reasonOf(error) };
    }
  },
};

/** Summarizes a text of any length: one beyond the quota in pieces, whose summaries are then summarized. */
async function summarizeAny(
  model: Summarizer,
  text: string,
  options: { context: string; signal: AbortSignal },
): Promise<string | undefined> {
  const used = await model.measureInputUsage(text, options);
  if (used <= model.inputQuota) return model.summarize(text, options);
  const pieces = piecesOf(text, Math.floor((text.length * model.inputQuota * SAFE_SHARE) / used));
  if (pieces === undefined) return undefined;
  const summaries: string[] = [];
  for (const piece of pieces) summaries.push(await model.summarize(piece, options));
  const all = summaries.join('\n');
  return all.length < text.length ? summarizeAny(model, all, options) : undefined;
}

/** Cuts a text into pieces of at most `length` UTF-16 units, after lines if possible. Undefined if there are too many. */
function piecesOf(text: string, length: number): readonly string[] | undefined {
  if (length < 1) return undefined;
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    if (pieces.length === MOST_PIECES) return undefined;
    const most = from + length;
    const line = text.lastIndexOf('\n', most - 1) + 1;
    const to = most >= text.length ? text.length : line > from + length / 2 ? line : most;
    pieces.push(text.slice(from, to).toWellFormed());
    from = to;
  }
  return pieces;
}

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
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
