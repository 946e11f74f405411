/** Lines and symbols of files, for the file tree section. */
import type { FileFigures } from '../../../src/core/compose/fileTree';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { MeasuredViews, ViewsWanted } from '../documentContract';
import { FolderLost } from '../folders/folderReader';
import type { SymbolCounts } from '../storing/symbolCounts';
import type { WorkspaceIndex } from '../reading/workspaceIndex';

interface Known {
  readonly index: WorkspaceIndex;
  readonly symbolCounts: SymbolCounts;
  measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
}

/** Files without text, and those not read yet, have no figures. */
export async function figuresOf(
  paths: readonly RepoPath[],
  known: Known,
): Promise<ReadonlyMap<RepoPath, FileFigures>> {
  await countSymbols(paths, known);
  const figures = new Map<RepoPath, FileFigures>();
  for (const path of paths) {
    const content = known.index.record(path)?.content;
    if (content?.kind !== 'text') continue;
    const symbols = known.symbolCounts.get(path, content.hash);
    figures.set(path, { lines: content.lines, symbols: symbols === 'none' ? undefined : symbols });
  }
  return figures;
}

/** Counts only files that are not counted yet. */
async function countSymbols(paths: readonly RepoPath[], known: Known): Promise<void> {
  const unknown = paths.filter((path) => {
    const content = known.index.record(path)?.content;
    return content?.kind === 'text' && known.symbolCounts.get(path, content.hash) === undefined;
  });
  if (unknown.length === 0) return;
  try {
    await known.measureViews(unknown.map((path) => ({ path, views: [], symbolCount: true })));
  } catch (error) {
    // A canceled count is requested again, and the run reports a lost folder.
    const isEnded = error instanceof DOMException && error.name === 'AbortError';
    if (!isEnded && !(error instanceof FolderLost)) throw error;
  }
}
