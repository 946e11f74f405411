import type { RepoPath } from '../../core/files/repoPath';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { BlockLines, ViewMeasure } from '../ports/engine';

export const FULL: ViewRequest = { mode: 'full' };

/** Limits what is shown, because the code pane keeps it in memory as one document. */
const MAX_LINES = 20_000;
/** UTF-16 units. */
const MAX_UNITS = 5_000_000;
const LINES_PER_PAGE = 4_000;

/** Lines of a full block's body around the file's text: heading, blank line and fence before it, fence after it. */
const LINES_BEFORE = 3;
const LINES_AFTER = 1;
/** Line feeds of the separator that a block's measure counts as lines. */
const LINES_OF_SEPARATOR = 3;

export interface LineSource {
  readLines(
    ref: { readonly kind: 'file'; readonly path: RepoPath; readonly view: ViewRequest },
    from: number,
    to: number,
  ): Promise<BlockLines>;
}

/** The lines of a file, up to the limits. `cut[i]` UTF-16 units are missing at the end of line i. */
export interface FileText {
  readonly lines: readonly string[];
  readonly cut: readonly number[];
  /** Lines of the whole file. */
  readonly total: number;
}

/** Reads a file page by page, up to the limits; undefined if it is no longer wanted. `full` measures its full view. */
export async function readFileText(
  path: RepoPath,
  full: ViewMeasure,
  source: LineSource,
  isWanted: () => boolean,
): Promise<FileText | undefined> {
  const total = full.block.lines - LINES_OF_SEPARATOR - LINES_BEFORE - LINES_AFTER;
  const end = Math.min(total, MAX_LINES);
  const lines: string[] = [];
  const cut: number[] = [];
  let units = 0;
  while (lines.length < end && units < MAX_UNITS) {
    const from = lines.length + LINES_BEFORE;
    const to = Math.min(from + LINES_PER_PAGE, end + LINES_BEFORE);
    const page = await source.readLines({ kind: 'file', path, view: FULL }, from, to);
    if (!isWanted()) return undefined;
    if (page.texts.length === 0) break;
    for (const [at, text] of page.texts.entries()) {
      units += text.length;
      if (units > MAX_UNITS) break;
      lines.push(text);
      cut.push(page.cut[at] ?? 0);
    }
  }
  return { lines, cut, total };
}
