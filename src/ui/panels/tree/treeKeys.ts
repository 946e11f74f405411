import { MODE, MODES, type ViewMode } from '../../../core/views/registry';
import { FILE_MARKS, type FileMark } from '../../../core/items/fileMarks';
import { expandSiblings, stepIn, stepOut } from '../../../app/tree/rowSteps';
import type { TreeView } from '../../../app/tree/treeView.svelte';

export interface KeyPress {
  readonly event: KeyboardEvent;
  readonly view: TreeView;
  /** Number of rows in view. */
  readonly pageRows: number;
  /** Enter: opens the active file, or toggles the active folder. */
  readonly onopen: () => void;
  /** Shows the active file by its mask or its slices. */
  readonly onchoose: (mode: ViewMode) => void;
}

/** Handles a key in the tree. Returns false if the key does nothing. Shift extends the selection, Ctrl keeps it. */
export function pressTreeKey(press: KeyPress): boolean {
  const { event, view, pageRows } = press;
  const { cursor } = view;
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  const selecting = event.shiftKey ? 'extend' : command ? 'keep' : 'only';
  switch (event.key) {
    case 'ArrowDown':
      cursor.moveBy(1, selecting);
      return true;
    case 'ArrowUp':
      cursor.moveBy(-1, selecting);
      return true;
    case 'PageDown':
      cursor.moveBy(pageRows, selecting);
      return true;
    case 'PageUp':
      cursor.moveBy(-pageRows, selecting);
      return true;
    case 'Home':
      cursor.home(selecting);
      return true;
    case 'End':
      cursor.end(selecting);
      return true;
    case ' ':
      if (event.shiftKey) cursor.selectToAnchor();
      else if (command) cursor.toggleSelected();
      else void view.toggleTicks();
      return true;
    case 'Escape':
      return escape(view);
  }
  if (command) return event.key === 'a' && selectAll(view);
  return pressPlainKey(press);
}

function pressPlainKey({ event, view, onopen, onchoose }: KeyPress): boolean {
  switch (event.key) {
    case 'ArrowRight':
      stepIn(view);
      return true;
    case 'ArrowLeft':
      stepOut(view);
      return true;
    case 'Enter':
      onopen();
      return true;
    case '*':
      expandSiblings(view);
      return true;
  }
  const mode = MODES.find((each) => MODE[each].key === event.key);
  if (mode !== undefined) {
    if (MODE[mode].parts !== undefined) onchoose(mode);
    else view.setMode(mode);
    return true;
  }
  const mark = FILE_MARKS.find((each) => MARK_KEYS[each] === event.key);
  if (mark !== undefined) {
    view.toggleMark(mark);
    return true;
  }
  if (!NAME_LETTER.test(event.key)) return false;
  view.cursor.typeahead(event.key, event.timeStamp);
  return true;
}

/** The mark keys follow the mode keys. */
export const MARK_KEYS: Readonly<Record<FileMark, string>> = { focus: '8', forceFull: '9', notIncluded: '0' };

/** Other characters belong to the app's shortcuts. */
const NAME_LETTER = /^[\p{L}\p{N}._-]$/u;

function escape(view: TreeView): boolean {
  if (view.cursor.selectedCount > 1) view.cursor.clearSelection();
  else if (view.query !== '') view.clearFilter();
  else return false;
  return true;
}

function selectAll(view: TreeView): boolean {
  view.cursor.selectAll();
  return true;
}
