import { viewKey } from '../core/views/viewRequest';
import type { RepoPath } from '../core/files/repoPath';
import type { ViewMode } from '../core/items/fileItem';
import { PLAIN_VIEWS } from '../core/views/registry';
import type { MeasuredViews, SymbolInfo, ViewsWanted } from './ports/engine';
import { warningsIn } from './document/fileViews';
import type { Workspace } from './workspace.svelte';

/** Details of a ticked file for scripts. */
export interface FileDetails {
  readonly mode: ViewMode;
  /** Tokens of the file's block, in each mode that needs only the file. */
  readonly tokensByMode: Readonly<Partial<Record<ViewMode, number>>>;
  readonly symbols: readonly SymbolInfo[];
  /** Lines that the current view does not show, 1-based, inclusive. */
  readonly gaps: readonly { readonly startLine: number; readonly endLine: number }[];
  /** Whether the summary shown was saved earlier or made in this visit. */
  readonly summary: 'cached' | 'fresh' | 'none';
  readonly note?: string;
}

const FILES_PER_CALL = 256;

export async function detailsOf(
  workspace: Workspace,
  paths: readonly RepoPath[],
): Promise<ReadonlyMap<RepoPath, FileDetails>> {
  const details = new Map<RepoPath, FileDetails>();
  for (let start = 0; start < paths.length; start += FILES_PER_CALL) {
    const wanted = paths.slice(start, start + FILES_PER_CALL).map((path) => wantedOf(path, workspace));
    for (const measured of await workspace.lookInto(wanted)) {
      details.set(measured.path, detailsFrom(measured, workspace));
    }
  }
  return details;
}

function wantedOf(path: RepoPath, workspace: Workspace): ViewsWanted {
  const view = workspace.viewOf(path);
  const views = PLAIN_VIEWS.map((view) => workspace.views.viewAs(path, view));
  return { path, views: view === undefined ? views : [...views, view], symbols: true };
}

function detailsFrom({ path, views, symbols }: MeasuredViews, workspace: Workspace): FileDetails {
  const view = workspace.viewOf(path);
  const content = workspace.contentOf(path);
  const byKey = new Map(views.map((measure) => [measure.key, measure]));
  const tokensByMode: Partial<Record<ViewMode, number>> = {};
  if (content?.kind === 'text') tokensByMode.full = content.block.tokens;
  for (const request of PLAIN_VIEWS) {
    const measure = byKey.get(viewKey(workspace.views.viewAs(path, request)));
    if (measure !== undefined) tokensByMode[request.mode] = measure.block.tokens;
  }
  const shown = view && byKey.get(viewKey(view));
  if (view !== undefined && shown !== undefined) tokensByMode[view.mode] = shown.block.tokens;
  const notes = new Set([...(shown ? [...shown.notes, ...warningsIn(shown)] : []), symbols?.note ?? '']);
  const note = [...notes].filter((text) => text !== '').join('; ');
  return {
    mode: view?.mode ?? 'none',
    tokensByMode,
    symbols: symbols?.symbols ?? [],
    gaps: pairs(shown?.gaps ?? []),
    summary: workspace.views.summaryOriginOf(path) ?? 'none',
    ...(note !== '' && { note }),
  };
}

function pairs(flat: readonly number[]): readonly { readonly startLine: number; readonly endLine: number }[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => ({
    startLine: flat[index * 2] ?? 0,
    endLine: flat[index * 2 + 1] ?? 0,
  }));
}
