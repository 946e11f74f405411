import { latestWins } from '../../core/async/latestWins';
import type { Checkpoint } from '../../core/conversation/checkpoint';
import { SUMMARY_TOKENS, textsOf, type Fold } from '../../core/conversation/compression';
import { countedTexts, summaryWithin } from '../../core/conversation/extractedSummary';
import { readSummary } from '../../core/summaries/answer';
import { discussionPrompt, discussionRequest, transcriptOf } from '../../core/summaries/discussionPrompt';
import type { OpenDiscussion } from '../conversation/openDiscussion.svelte';
import type { ClipboardResult } from '../ports/clipboard';
import type { ConversationReader } from '../ports/conversations';
import type { OpenedWindow } from '../ports/endpoint';
import type { Engine } from '../ports/engine';
import type { SeenMessage } from '../../core/conversation/exchange';
import type { SummaryTools, SummaryWays } from './summaryWays';

interface Parts extends SummaryTools {
  readonly discussion: OpenDiscussion;
  readonly fold: Fold;
  /** The checkpoint whose summary is made again; undefined for a new one. */
  readonly again: Checkpoint | undefined;
  readonly engine: Pick<Engine, 'countTexts'>;
  readonly startReader: () => ConversationReader;
  readonly now: () => number;
}

/** How the text of a summary came to be, for the user to know what to check. */
export type SummarySource = 'none' | 'present' | 'rules' | 'chat' | 'endpoint' | 'browser' | 'user';

/** Gets a summary of the oldest messages of a discussion. It replaces them once the user has seen and saved it. */
export class Compression implements SummaryWays {
  readonly fold: Fold;
  readonly isAgain: boolean;
  readonly limit = SUMMARY_TOKENS;
  readonly #parts: Parts;
  readonly #asLatest = latestWins();
  #summary = $state('');
  #source = $state<SummarySource>('none');
  #tokens = $state<number | undefined>();
  #failure = $state<string | undefined>();
  #running = $state.raw<AbortController | undefined>();
  #window: OpenedWindow | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.fold = parts.fold;
    this.isAgain = parts.again !== undefined;
    if (parts.again !== undefined) this.#take(parts.again.summary, 'present');
  }

  get summary(): string {
    return this.#summary;
  }

  get source(): SummarySource {
    return this.#source;
  }

  /** Undefined while it is being counted. */
  get tokens(): number | undefined {
    return this.#tokens;
  }

  /** Why the last way gave no summary. The text stays as it was. */
  get failure(): string | undefined {
    return this.#failure;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  get canSave(): boolean {
    return this.#summary.trim() !== '' && this.#tokens !== undefined && this.#tokens <= this.limit;
  }

  /** The user edits it. */
  write(text: string): void {
    this.#take(text, 'user');
  }

  /** Summarizes by rules. */
  async extract(): Promise<void> {
    const { fold, startReader, engine } = this.#parts;
    const reader = startReader();
    try {
      const messages = fold.messages.map(({ role, content }) => ({ role, content }));
      const extract = await reader.extract(messages, fold.earlier?.summary ?? '');
      const texts = countedTexts(extract);
      const tokens = await engine.countTexts(texts);
      const known = new Map(texts.map((text, at) => [text, tokens[at] ?? 0]));
      const summary = summaryWithin(extract, (text) => known.get(text) ?? Infinity, this.limit);
      if (summary === '') this.#failure = 'The messages have no sentences to take.';
      else this.#take(summary, 'rules');
    } catch (error) {
      this.#failure = `Couldn't summarize by rules: ${error instanceof Error ? error.message : String(error)}.`;
    } finally {
      reader.dispose();
    }
  }

  copyPrompt(): Promise<ClipboardResult> {
    const prompt = this.#passed('copy').then((messages) => new Blob([discussionPrompt(messages)]));
    return this.#parts.clipboard.write(prompt);
  }

  takeAnswer(answer: string): void {
    this.#read(answer, 'chat');
  }

  async summarizeHere(): Promise<void> {
    if (this.running) return;
    const running = new AbortController();
    this.#running = running;
    const text = transcriptOf(textsOf(this.fold));
    const written = await this.#parts.browserModel.summarize(text, 'discussion', running.signal);
    this.#running = undefined;
    if (running.signal.aborted) return;
    if (written.kind === 'failed') this.#failure = `The browser's model failed: ${written.reason}.`;
    else this.#read(written.text, 'browser');
  }

  async openEndpoint(): Promise<boolean> {
    this.#window?.close();
    const messages = await this.#passed('ask');
    const name = this.#parts.discussion.title || 'Discussion';
    const requests = [{ name, messages: discussionRequest(messages) }];
    this.#window = this.#parts.endpointWindow.open({ about: 'discussion', requests }, (message) => {
      if (message.kind === 'failed') this.#failure = message.reason;
      else this.#read(message.text, 'endpoint');
    });
    return this.#window !== undefined;
  }

  stop(): void {
    this.#running?.abort();
    this.#window?.close();
    this.#window = undefined;
  }

  /** Puts the summary in the place of the messages. False if the discussion no longer has them. */
  save(): boolean {
    const { discussion, again, fold, now } = this.#parts;
    return discussion.setCheckpoint({
      id: again?.id ?? crypto.randomUUID(),
      summary: this.#summary.toWellFormed().trim(),
      time: now(),
      ...{ covers: fold.covers, hash: fold.hash },
    });
  }

  async #passed(verb: 'copy' | 'ask'): Promise<readonly SeenMessage[]> {
    const messages = textsOf(this.fold);
    const texts = messages.map(({ content }, at) => ({ key: `Message ${at + 1}`, text: content }));
    const passed = await this.#parts.passTexts(texts, verb);
    return messages.map((message, at) => ({ ...message, content: passed[at] ?? '' }));
  }

  #read(answer: string, source: SummarySource): void {
    const read = readSummary(answer);
    if (read.kind === 'summary') this.#take(read.summary, source);
    else
      this.#failure =
        read.kind === 'rejected' ? `The answer was refused: ${read.reason}.` : 'The answer is empty.';
  }

  #take(summary: string, source: SummarySource): void {
    this.#summary = summary;
    this.#source = source;
    this.#failure = undefined;
    this.#tokens = undefined;
    void this.#count(summary);
  }

  async #count(text: string): Promise<void> {
    const isLatest = this.#asLatest();
    try {
      const [tokens] = await this.#parts.engine.countTexts([text.trim()]);
      if (isLatest()) this.#tokens = tokens;
    } catch {
      return; // The engine has stopped, which the app reports.
    }
  }
}
