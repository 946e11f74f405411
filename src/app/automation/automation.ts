import type { App } from '../app.svelte';
import { automateConversation, type ConversationAutomation } from './conversation';
import { automateExports, type ExportAutomation } from './exports';
import { automateFiles, type FileAutomation } from './files';
import { automateFit, type FitAutomation } from './fit';
import { automatePresets, type PresetAutomation } from './presets';
import { automateReplies, type ReplyAutomation } from './replies';
import { automateReports, type ReportAutomation } from './reporting';
import { createScriptedPage } from './scriptedPage';
import { automateSources, type SourceAutomation } from './sources';

/** The app's API for scripts: `globalThis.strata` in the page. */
export interface Automation
  extends
    FileAutomation,
    SourceAutomation,
    PresetAutomation,
    ConversationAutomation,
    ReplyAutomation,
    FitAutomation,
    ExportAutomation,
    ReportAutomation {
  /** Resolves once the open folder is read and counted and the document's totals are final. */
  whenIdle(): Promise<void>;
}

/** `nextState` resolves at the next change of the page's state. `errors` are those the page has caught so far. */
export function createAutomation(
  app: App,
  nextState: () => Promise<void>,
  errors: readonly string[],
): Automation {
  const page = createScriptedPage(app, nextState);
  return {
    whenIdle: page.whenIdle,
    ...automateFiles(page),
    ...automateSources(page),
    ...automatePresets(page),
    ...automateConversation(page),
    ...automateReplies(page),
    ...automateFit(page),
    ...automateExports(page),
    ...automateReports(page, errors),
  };
}
