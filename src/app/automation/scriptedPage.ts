import type { App } from '../app.svelte';
import { pageState } from '../pageState';
import type { ReportedLayers } from './layersReport';
import type { FoundSecret } from '../ports/engine';
import type { ReportedReply } from '../replies/replyReport';
import type { ReportedImport } from './report';
import type { Workspace } from '../workspace.svelte';

/** The page as scripts use it. */
export interface ScriptedPage {
  readonly app: App;
  /** The open workspace. Throws if no folder is open. */
  readonly open: () => Workspace;
  readonly whenIdle: () => Promise<void>;
  readonly notes: ScriptNotes;
}

/** Results of earlier calls that the report includes. */
interface ScriptNotes {
  readonly imports: ReportedImport[];
  /** Warnings about preset files that are missing, or that need a confirmation to be ticked. */
  readonly absent: string[];
  readonly layers: ReportedLayers[];
  reply: ReportedReply | undefined;
  /** Secrets that held back something a script asked for. */
  held: readonly FoundSecret[];
}

export function createScriptedPage(app: App, nextState: () => Promise<void>): ScriptedPage {
  return {
    app,
    open() {
      if (app.workspace === undefined) throw new Error('no folder is open');
      return app.workspace;
    },
    async whenIdle() {
      do {
        while (pageState(app) !== 'idle') await nextState();
        await app.workspace?.shown();
        await app.flush();
      } while (pageState(app) !== 'idle');
    },
    notes: { imports: [], absent: [], layers: [], reply: undefined, held: [] },
  };
}

/** Secrets that block the export on the screen. If there are none, those that last blocked a script. */
export function blockingSecrets({ app, open, notes }: ScriptedPage): readonly FoundSecret[] {
  return app.heldExports.of(open())?.secrets ?? notes.held;
}
