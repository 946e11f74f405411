import type { ContentHash } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { readAnswer, readSummary, type ReadSummary } from '../../core/summaries/answer';
import {
  MODEL_TIER,
  summaryVersion,
  type ModelSummaryKind,
  type SummaryEntry,
} from '../../core/summaries/entry';
import { summaryMessages, summaryPrompt, type FileToSummarize } from '../../core/summaries/prompt';
import type { KeptSummaries } from './keptSummaries';
import type { PassTexts } from '../passTexts';
import type { Clipboard, ClipboardResult } from '../ports/clipboard';
import type { EndpointMessage, EndpointWindow, OpenedWindow } from '../ports/endpoint';
import type { MeasuredViews, ViewsWanted } from '../ports/engine';
import type { BrowserModel } from '../ports/summaries';

/** Limits the files of one run, because their texts stay in the page's memory. */
const MAX_FILES = 200;

/** The result for a file so far. Nothing is saved before the user says so. */
export type Draft =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'summary'; readonly summary: string; readonly by: ModelSummaryKind }
  | { readonly kind: 'failed'; readonly reason: string };

export interface DraftedFile {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  readonly text: string;
  readonly outline: string;
  readonly draft: Draft;
}

/** Problems in the last pasted answer. */
export interface AnswerReport {
  readonly missing: number;
  readonly unknown: readonly string[];
  readonly foreign: boolean;
}

interface Source {
  readonly summaries: KeptSummaries;
  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
}

interface Tools {
  readonly clipboard: Pick<Clipboard, 'write'>;
  readonly browserModel: BrowserModel;
  readonly endpointWindow: EndpointWindow;
  readonly passTexts: PassTexts;
  /** ISO time. */
  now(): string;
  /** Random letters and digits that no file can predict. */
  newCode(): string;
}

const NONE: Draft = { kind: 'none' };

/** Requests summaries of chosen files from a model, and saves them once the user has reviewed them. */
export class ModelSummaries {
  readonly #source: Source;
  readonly #tools: Tools;
  readonly #code: string;
  #files = $state.raw<readonly DraftedFile[]>([]);
  #unreadable = $state.raw<readonly RepoPath[]>([]);
  #beyondLimit = $state(0);
  #loaded = $state(false);
  #report = $state.raw<AnswerReport | undefined>();
  #running = $state.raw<AbortController | undefined>();
  #window: OpenedWindow | undefined;

  constructor(source: Source, tools: Tools) {
    this.#source = source;
    this.#tools = tools;
    this.#code = tools.newCode();
  }

  get files(): readonly DraftedFile[] {
    return this.#files;
  }

  /** Chosen files without a text. */
  get unreadable(): readonly RepoPath[] {
    return this.#unreadable;
  }

  /** Number of selected files beyond the limit. */
  get beyondLimit(): number {
    return this.#beyondLimit;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get report(): AnswerReport | undefined {
    return this.#report;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Whether summaries are saved at all. */
  get keeping(): boolean {
    return this.#source.summaries.keeping;
  }

  get drafted(): number {
    return this.#files.filter(({ draft }) => draft.kind === 'summary').length;
  }

  /** Reads the current contents of the chosen files. */
  async load(paths: readonly RepoPath[]): Promise<void> {
    const chosen = paths.slice(0, MAX_FILES);
    const read = await this.#source.lookInto(chosen.map((path) => ({ path, views: [], text: true })));
    this.#files = read.flatMap(({ path, hash, text }) =>
      hash === undefined || text === undefined ? [] : [{ path, hash, ...text, draft: NONE }],
    );
    this.#unreadable = read.filter(({ text }) => text === undefined).map(({ path }) => path);
    this.#beyondLimit = paths.length - chosen.length;
    this.#loaded = true;
  }

  /** Call inside a click. */
  copyPrompt(): Promise<ClipboardResult> {
    const prompt = this.#passed(this.#files, 'copy').then(
      (files) => new Blob([summaryPrompt(files, this.#code).toWellFormed()]),
    );
    return this.#tools.clipboard.write(prompt);
  }

  /** Reads a chat's answer to the prompt. Drafts of files that it does not mention stay. */
  takeAnswer(answer: string): void {
    const paths = this.#files.map(({ path }) => path);
    const { files, unknown, foreign } = readAnswer(answer, paths, this.#code);
    for (const [index, read] of files.entries()) {
      const path = paths[index];
      if (path !== undefined && read.kind !== 'missing') this.#take(path, draftOf(read, 'clipboard'));
    }
    this.#report = { missing: files.filter(({ kind }) => kind === 'missing').length, unknown, foreign };
  }

  /** Lets the browser's built-in model write the missing summaries, one by one. Call inside a click. */
  async summarizeHere(): Promise<void> {
    if (this.running) return;
    const running = new AbortController();
    this.#running = running;
    for (const { path, text, draft } of this.#files) {
      if (running.signal.aborted) break;
      if (draft.kind === 'summary') continue;
      this.#take(path, { kind: 'running' });
      const written = await this.#tools.browserModel.summarize(text, 'files', running.signal);
      if (running.signal.aborted) this.#take(path, NONE);
      else if (written.kind === 'failed') this.#take(path, { kind: 'failed', reason: written.reason });
      else this.#take(path, draftOf(readSummary(written.text), 'browser'));
    }
    this.#running = undefined;
  }

  /**
   * Opens the endpoint page with the files that have no summary yet. It sends nothing before the user says so there. Call
   * inside a click. Resolves to false if the browser blocks the window. Rejects if the user cancels.
   */
  async openEndpoint(): Promise<boolean> {
    this.#window?.close();
    const missing = this.#files.filter(({ draft }) => draft.kind !== 'summary');
    const files = await this.#passed(missing, 'ask');
    const requests = files.map((file, at) => ({
      name: missing[at]?.path ?? '',
      messages: summaryMessages(file),
    }));
    this.#window = this.#tools.endpointWindow.open({ about: 'files', requests }, (message) => {
      this.#hear(message);
    });
    return this.#window !== undefined;
  }

  async #passed(
    files: readonly FileToSummarize[],
    verb: 'copy' | 'ask',
  ): Promise<readonly FileToSummarize[]> {
    const texts = files.map(({ path, text }) => ({ key: `file:${path}`, path, text }));
    const names = files.map(({ path }) => ({ key: `file:${path}`, path, text: path }));
    const passed = await this.#tools.passTexts([...texts, ...names], verb);
    return files.map((_, at) => ({
      path: (passed[files.length + at] ?? '') as RepoPath, // may have a mask
      text: passed[at] ?? '',
    }));
  }

  /** Stops the current run. */
  stop(): void {
    this.#running?.abort();
    this.#window?.close();
    this.#window = undefined;
  }

  /** Saves the drafts. Resolves to false if they could not be stored. */
  keep(): Promise<boolean> {
    const generated_at = this.#tools.now();
    const entries = this.#files.flatMap(({ path, hash, outline, draft }): SummaryEntry[] => {
      if (draft.kind !== 'summary') return [];
      const { summary, by: kind } = draft;
      const version = summaryVersion('model');
      const of = { file_path: path, file_hash: hash };
      return [{ ...of, summary, outline, generated_at, generator_tier: MODEL_TIER, version, kind }];
    });
    return this.#source.summaries.keep(entries);
  }

  #hear(message: EndpointMessage): void {
    const path = this.#files.find((file) => file.path === message.name)?.path;
    if (path === undefined) return;
    if (message.kind === 'failed') this.#take(path, { kind: 'failed', reason: message.reason });
    else this.#take(path, draftOf(readSummary(message.text), 'endpoint'));
  }

  #take(path: RepoPath, draft: Draft): void {
    this.#files = this.#files.map((file) => (file.path === path ? { ...file, draft } : file));
  }
}

function draftOf(read: ReadSummary, by: ModelSummaryKind): Draft {
  switch (read.kind) {
    case 'summary':
      return { kind: 'summary', summary: read.summary, by };
    case 'rejected':
      return { kind: 'failed', reason: read.reason };
    case 'missing':
      return NONE;
  }
}
