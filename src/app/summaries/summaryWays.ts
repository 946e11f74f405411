import type { PassTexts } from '../passTexts';
import type { Clipboard, ClipboardResult } from '../ports/clipboard';
import type { EndpointWindow } from '../ports/endpoint';
import type { BrowserModel } from '../ports/summaries';

/** Everything that can get a summary from a model. */
export interface SummaryTools {
  readonly clipboard: Pick<Clipboard, 'write'>;
  readonly browserModel: BrowserModel;
  readonly endpointWindow: EndpointWindow;
  readonly passTexts: PassTexts;
}

/** The three ways to a model's summaries, whatever they summarize. Nothing is saved before the user has seen it. */
export interface SummaryWays {
  /** Whether the browser's model is at work. */
  readonly running: boolean;
  /** Call inside a click. */
  copyPrompt(): Promise<ClipboardResult>;
  /** Reads a chat's answer to the prompt. */
  takeAnswer(answer: string): void;
  /** Lets the browser's built-in model write what is missing. Call inside a click. */
  summarizeHere(): Promise<void>;
  /**
   * Opens the endpoint page with what is missing. It sends nothing before the user says so there. Call inside a click. Resolves
   * to false if the browser blocks the window. Rejects if the user cancels.
   */
  openEndpoint(): Promise<boolean>;
  stop(): void;
}
