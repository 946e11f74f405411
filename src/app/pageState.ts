import type { App } from './app.svelte';

type PageState = 'loading' | 'landing' | 'busy' | 'idle';

export function pageState(app: App): PageState {
  const { workspace } = app;
  if (!app.ready) return 'loading';
  // Opening a folder replaces the one that is open.
  if (app.opening) return 'busy';
  if (workspace === undefined) return 'landing';
  return workspace.busy || workspace.run.measuring || workspace.document.pending || app.handover.running
    ? 'busy'
    : 'idle';
}
