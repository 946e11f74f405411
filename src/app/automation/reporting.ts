import { detailsOf } from '../fileDetails';
import type { ReportedLayers } from './layersReport';
import { reportOf, slicesOf, type Report } from './report';
import { withHiddenSecrets } from './withHiddenSecrets';
import { blockingSecrets, type ScriptedPage } from './scriptedPage';
import { warningsOf } from './warnings';

/** Reports on the open folder. */
export interface ReportAutomation {
  /** From now on, adds a report on each turn of the open folder. */
  recordLayers(): Promise<void>;
  report(): Promise<Report>;
}

export function automateReports(page: ScriptedPage, errors: readonly string[]): ReportAutomation {
  const { app, open, whenIdle, notes } = page;
  return {
    async recordLayers() {
      const workspace = open();
      const { layersOf } = await import('./layersReport');
      let next: ReportedLayers | undefined;
      workspace.output.stepping.subscribe(() => (next = layersOf(workspace)));
      workspace.output.stepped.subscribe(() => {
        if (next !== undefined) notes.layers.push(next);
      });
    },
    async report() {
      await whenIdle();
      const workspace = open();
      const { discussions } = workspace.conversation;
      const work = await workspace.workDone();
      const details = await detailsOf(workspace, [...workspace.composition.paths]);
      const messageTokens = await discussions.tokens.ofAll(discussions.seen);
      const { imports, layers, reply } = notes;
      const last = app.handover.lastOf(workspace);
      const report = reportOf(workspace, {
        ...{ work, errors, details, imports, messageTokens, layers, reply, last },
        held: blockingSecrets(page),
        absent: [...notes.absent, ...(await warningsOf(workspace, last))],
        slices: await slicesOf(workspace),
        prompt: await workspace.prompt.measured(),
      });
      return withHiddenSecrets(report, (texts) => workspace.secrets.hidden(texts));
    },
  };
}
