import { CENTER_TABS } from './centerTabs';

export const loadSidePanel = () => import('./SidePanel.svelte');

/** Loads scripts that the workbench needs at once, while the user chooses a folder. */
export function preloadWorkbench(): void {
  // If a script is missing, the page says so (see missingParts.ts).
  for (const load of [CENTER_TABS.preview.load, loadSidePanel]) load().catch(() => undefined);
}
