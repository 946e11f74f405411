import type { BodyTokens } from '../../core/document/plan';
import type { RepoPath } from '../../core/files/repoPath';
import type { ViewRequest } from '../../core/views/viewRequest';
import { viewName } from '../composition/modes';
import type { FileViews } from '../document/fileViews';
import { OUTLINE } from './candidates';
import { joinedFiles, type FitRow, type MeasuredFile } from './fitResult';

/** The selected files that a proposal doesn't choose a view for. */
export interface KeptFiles {
  readonly paths: readonly RepoPath[];
  readonly inFull: readonly RepoPath[];
  /** The files that are in the document. */
  readonly shown: readonly MeasuredFile[];
  readonly rows: readonly FitRow[];
  readonly block: ReturnType<typeof joinedFiles>;
}

/** The files keep their views, but for those that the user wants as outlines. */
export function keptFiles(
  paths: readonly RepoPath[],
  outlined: ReadonlySet<RepoPath>,
  views: Pick<FileViews, 'factsIn' | 'viewOf'>,
): KeptFiles {
  const shown: MeasuredFile[] = [];
  const rows: FitRow[] = [];
  const inFull: RepoPath[] = [];
  for (const path of paths) {
    const now = views.viewOf(path);
    const then = outlined.has(path) ? OUTLINE : now;
    const before = tokensIn(path, now, views);
    const after = tokensIn(path, then, views);
    if (then !== undefined) shown.push({ path, ...after });
    if (then?.mode === 'full') inFull.push(path);
    const change = outlined.has(path)
      ? ({ change: 'smaller', level: 'outline' } as const)
      : ({ change: 'kept', level: undefined, view: now && viewName(now) } as const);
    rows.push({ path, ...change, before: before.tokens, after: after.tokens, reasons: [] });
  }
  return { paths, inFull, shown, rows, block: joinedFiles(shown) };
}

function tokensIn(
  path: RepoPath,
  view: ViewRequest | undefined,
  views: Pick<FileViews, 'factsIn'>,
): BodyTokens {
  if (view === undefined) return { tokens: 0, tokensAsLast: 0 };
  const { measure, fullTokens } = views.factsIn(path, view);
  return measure ?? { tokens: fullTokens, tokensAsLast: fullTokens };
}
