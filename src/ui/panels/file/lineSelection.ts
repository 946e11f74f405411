/** Selects whole lines by their line numbers. */
import { EditorSelection, type EditorState } from '@codemirror/state';
import type { BlockInfo, EditorView } from '@codemirror/view';
import type { LineRange } from '../../../core/slices/customSlice';

/** The lines that the selection touches; undefined if nothing is selected. */
export function selectedLines({ doc, selection }: EditorState): LineRange | undefined {
  const { from, to, empty } = selection.main;
  if (empty) return undefined;
  const first = doc.lineAt(from);
  const last = doc.lineAt(to);
  // A selection of whole lines ends at the start of the next line.
  const isBefore = to === last.from && last.number > first.number;
  return { startLine: first.number, endLine: isBefore ? last.number - 1 : last.number };
}

/** Selects the line of a pressed line number, extends with Shift, and follows a drag. */
export function selectLines(view: EditorView, { from }: BlockInfo, event: Event): boolean {
  if (!(event instanceof MouseEvent) || event.button !== 0) return false;
  event.preventDefault();
  const { doc, selection } = view.state;
  const origin = event.shiftKey ? doc.lineAt(selection.main.anchor).from : from;
  select(view, origin, from);
  view.focus();
  followPointer((y) => {
    select(view, origin, view.lineBlockAtHeight(y - view.documentTop).from);
  });
  return true;
}

function select(view: EditorView, origin: number, other: number): void {
  const { doc } = view.state;
  const isDown = other >= origin;
  const anchor = isDown ? origin : Math.min(doc.lineAt(origin).to + 1, doc.length);
  const head = isDown ? Math.min(doc.lineAt(other).to + 1, doc.length) : other;
  view.dispatch({ selection: EditorSelection.single(anchor, head) });
}

/** Reports the pointer's position in the window until its button is released, then calls `onend`. */
export function followPointer(onmove: (y: number) => void, onend: () => void = () => undefined): void {
  const moved = ({ clientY }: PointerEvent): void => {
    onmove(clientY);
  };
  const ended = (): void => {
    window.removeEventListener('pointermove', moved);
    window.removeEventListener('pointerup', ended);
    window.removeEventListener('pointercancel', ended);
    onend();
  };
  window.addEventListener('pointermove', moved);
  window.addEventListener('pointerup', ended);
  window.addEventListener('pointercancel', ended);
}
