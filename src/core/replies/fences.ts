/** Code fences as models write them. */

export interface FenceLine {
  /** 0-based. */
  readonly at: number;
  readonly indent: string;
  readonly mark: '`' | '~';
  readonly length: number;
  readonly info: string;
}

/** Undefined for a line that neither opens nor closes a fence. Any indent counts, because lists indent fences. */
export function fenceLine(line: string, at: number): FenceLine | undefined {
  const start = line.search(/\S/);
  const mark = line[start];
  if (mark !== '`' && mark !== '~') return undefined;
  let end = start;
  while (line[end] === mark) end += 1;
  const length = end - start;
  if (length < 3) return undefined;
  const info = line.slice(end).trim();
  // Inline code.
  if (mark === '`' && info.includes('`')) return undefined;
  return { at, indent: line.slice(0, start), mark, length, info };
}

export function closes(line: FenceLine, open: FenceLine): boolean {
  return (
    line.info === '' &&
    line.mark === open.mark &&
    line.length >= open.length &&
    line.indent.length <= open.indent.length
  );
}

/** Fences inside of a fence to look through; a limit makes the search linear. */
const MOST_INSIDE = 500;

export interface FenceSearch {
  /** Every fence line of the reply, in order. */
  readonly fences: readonly FenceLine[];
  /** Whether the text of the fence may have fences of the same length. */
  readonly isMarkdown: boolean;
  /** Whether a fence belongs to the next edit, so that this one's end is missing. */
  readonly beginsEdit: (fence: FenceLine) => boolean;
  /** Whether the line before a 0-based line leads to code. */
  readonly looksOpening: (at: number) => boolean;
  /** Whether the line after a 0-based line is blank or missing. */
  readonly isBlankAfter: (at: number) => boolean;
}

/**
 * The line that closes a fence, the `index`th of the fence lines; undefined if none does. A fence with an info string
 * can only open, so what follows it closes that one first. In Markdown, a bare fence with text right below it and
 * none right above it opens one, too, if there are enough bare fences after it for both.
 */
export function findClose(index: number, search: FenceSearch): FenceLine | undefined {
  const { fences } = search;
  if (search.isMarkdown) {
    const nested = closeOf(index, search, true);
    if (nested !== undefined) return nested;
  }
  const open = fences[index];
  return open === undefined ? undefined : closeOf(index, { ...search, isMarkdown: false }, false);
}

function closeOf(index: number, search: FenceSearch, mayNestEdits: boolean): FenceLine | undefined {
  const { fences, isMarkdown, beginsEdit, looksOpening, isBlankAfter } = search;
  const open = fences[index];
  if (open === undefined) return undefined;
  let inner: FenceLine | undefined;
  for (let next = index + 1; next < fences.length && next <= index + MOST_INSIDE; next += 1) {
    const fence = fences[next];
    if (fence === undefined) break;
    if (inner !== undefined) {
      if (closes(fence, inner)) inner = undefined;
      else if (!mayNestEdits && fence.info !== '' && beginsEdit(fence)) return undefined;
      continue;
    }
    if (closes(fence, open)) {
      const opens =
        isMarkdown && looksOpening(fence.at) && !isBlankAfter(fence.at) && canNest(next, search, open);
      if (!opens) return fence;
      inner = fence;
    } else if (fence.info !== '') {
      // A shorter fence is text, and so is one of the other kind.
      if (fence.mark !== open.mark || fence.length < open.length) continue;
      if (!mayNestEdits && beginsEdit(fence)) return undefined;
      inner = fence;
    }
  }
  return undefined;
}

/** Whether two more bare fences follow before the next edit: one for the inner fence, one for the outer. */
function canNest(index: number, { fences, beginsEdit }: FenceSearch, open: FenceLine): boolean {
  let bare = 0;
  for (let next = index + 1; next < fences.length && next <= index + 40; next += 1) {
    const fence = fences[next];
    if (fence === undefined || (fence.info !== '' && beginsEdit(fence))) return false;
    if (closes(fence, open)) bare += 1;
    else if (fence.info !== '' && fence.length >= open.length) bare -= 1;
    if (bare === 2) return true;
  }
  return false;
}
