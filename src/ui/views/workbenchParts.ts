import { CENTER_TABS } from './centerTabs';

export const loadWorkbench = () => import('./Workbench.svelte');

/** Loads the scripts that an open folder needs, while the user chooses one or the last one opens again. */
export function preloadWorkbench(): void {
  const workspace = () => import('../../app/workspace.svelte');
  const side = () => import('./SidePanel.svelte');
  // If a script is missing, the page says so (see missingParts.ts).
  for (const load of [workspace, loadWorkbench, CENTER_TABS.preview.load, side])
    load().catch(() => undefined);
}
