import type { App } from '../../../app/app.svelte';
import type { FileBatches } from '../../../app/fileBatches/fileBatches.svelte';
import type { WriteOutcome } from '../../../app/replies/reply.svelte';
import type { Workspace } from '../../../app/workspace.svelte';
import { TEXT } from './text';

interface Places {
  readonly app: Pick<App, 'notify'>;
  readonly batches: FileBatches | undefined;
  readonly workspace: Workspace;
}

/** Tells the user what became of writing, and offers to undo it. That files have changed is told where they are reviewed. */
export function tellOutcome(outcome: WriteOutcome, places: Places): void {
  const { app, batches, workspace } = places;
  const { outcomes } = TEXT;
  if (outcome.kind === 'denied') app.notify({ kind: 'warning', text: outcomes.denied });
  else if (outcome.kind === 'refused')
    app.notify({ kind: 'error', text: outcomes.refused(outcome.path, outcome.reason) });
  else if (outcome.kind === 'stopped')
    app.notify({
      kind: 'error',
      text: outcomes.stopped(outcome.written.length, outcome.at.path, outcome.at.reason),
    });
  else if (outcome.kind === 'done') {
    const id = batches?.list.at(-1)?.id ?? '';
    const run = () => void workspace.run.guarded(() => undo(id, places));
    if (outcome.written.length === 0) app.notify({ kind: 'info', text: outcomes.nothingNew });
    else
      app.notify({
        kind: 'done',
        text: TEXT.wrote(outcome.written.length),
        offer: { label: TEXT.undo, run },
      });
  }
}

/** Undoes a batch and tells what became of it. */
export async function undo(id: string, { app, batches, workspace }: Places): Promise<void> {
  const { outcomes } = TEXT;
  const outcome = await batches?.undo(id);
  if (outcome === undefined) return;
  if (outcome.kind === 'denied') app.notify({ kind: 'warning', text: outcomes.undoDenied });
  else if (outcome.kind === 'changed')
    app.notify({ kind: 'warning', text: outcomes.undoChanged(outcome.paths) });
  else if (outcome.kind === 'done') app.notify({ kind: 'done', text: TEXT.undid(outcome.written.length) });
  else tellOutcome(outcome, { app, batches, workspace });
  await Promise.all([workspace.reading.refresh(), workspace.reply.readAgain()]);
}
