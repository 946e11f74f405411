import type { TreeView } from './treeView.svelte';
import type { TreeRow } from './visibleRows';

type Rows = Pick<TreeView, 'cursor' | 'rows' | 'setExpanded'>;

/** Opens a closed folder, else goes to the first row in it. */
export function stepIn(view: Rows): void {
  const { row, index } = view.cursor;
  if (row?.expanded === false) view.setExpanded(row, true);
  else if (row?.expanded === true && view.rows[index + 1]?.level === row.level + 1) view.cursor.moveBy(1);
}

/** Closes an open folder, else goes to the folder above. */
export function stepOut(view: Rows): void {
  const { row, index } = view.cursor;
  if (row === undefined) return;
  if (row.expanded === true) view.setExpanded(row, false);
  else if (row.level > 1) view.cursor.moveTo(parentIndex(view.rows, index));
}

/** Opens all folders next to the active row. */
export function expandSiblings(view: Rows): void {
  for (const sibling of siblingsOf(view.rows, view.cursor.index)) {
    if (sibling.node.leftOut === undefined) view.setExpanded(sibling, true);
  }
}

function parentIndex(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let above = index - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above;
  return index;
}

function siblingsOf(rows: readonly TreeRow[], index: number): TreeRow[] {
  const level = rows[index]?.level;
  if (level === undefined) return [];
  const first = level === 1 ? 0 : parentIndex(rows, index) + 1;
  const siblings: TreeRow[] = [];
  for (const row of rows.slice(first)) {
    if (row.level < level) break;
    if (row.level === level) siblings.push(row);
  }
  return siblings;
}
