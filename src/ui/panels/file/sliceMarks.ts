/** The margin that shows which lines are slices. Their ends can be dragged. */
import { RangeSet, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { gutter, GutterMarker } from '@codemirror/view';
import type { LineRange } from '../../../core/slices/customSlice';
import type { SliceState } from '../../../core/slices/resolvedSlice';
import { followPointer } from './lineSelection';

export interface SliceMark extends LineRange {
  readonly state: SliceState;
  /** Tooltip. */
  readonly title: string;
}

/** Overlapping slices are drawn side by side; any beyond this number appear only in the list. */
const LANES = 3;

export const setMarks = StateEffect.define<readonly SliceMark[]>();

interface Marks {
  readonly slices: readonly SliceMark[];
  readonly markers: RangeSet<GutterMarker>;
}

const marks = StateField.define<Marks>({
  create: () => ({ slices: [], markers: RangeSet.empty }),
  update(before, { effects, docChanged, state }) {
    let { slices } = before;
    let isChanged = docChanged;
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue;
      slices = effect.value;
      isChanged = true;
    }
    return isChanged ? { slices, markers: markersOf(slices, state.doc) } : before;
  },
});

interface Cell {
  readonly index: number;
  readonly mark: SliceMark;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

class LineMarker extends GutterMarker {
  readonly #cells: readonly (Cell | undefined)[];

  constructor(cells: readonly (Cell | undefined)[]) {
    super();
    this.#cells = cells;
  }

  override toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = 'cm-sliceLine';
    for (const cell of this.#cells) {
      const bar = document.createElement('span');
      line.append(bar);
      if (cell === undefined) continue;
      const { index, mark, isFirst, isLast } = cell;
      bar.classList.add('cm-sliceBar', mark.state);
      bar.classList.toggle('first', isFirst);
      bar.classList.toggle('last', isLast);
      bar.title = mark.title;
      bar.dataset['slice'] = String(index);
      if (isFirst || isLast) bar.dataset['edge'] = isFirst ? 'start' : 'end';
      if (isFirst && isLast) bar.dataset['edge'] = 'both';
    }
    return line;
  }
}

/** Calls `ondrag` after an end of a slice was dragged to another line. */
export function sliceMarks(ondrag: (index: number, lines: LineRange) => void): Extension {
  return [
    marks,
    gutter({
      class: 'cm-slices',
      markers: (view) => view.state.field(marks).markers,
      domEventHandlers: {
        mousedown: (view, _line, event) => startDrag(view, event, ondrag),
      },
    }),
  ];
}

function startDrag(
  view: EditorView,
  event: Event,
  ondrag: (index: number, lines: LineRange) => void,
): boolean {
  if (!(event instanceof MouseEvent) || event.button !== 0 || !(event.target instanceof HTMLElement))
    return false;
  const { slice, edge } = event.target.dataset;
  const { slices } = view.state.field(marks);
  const index = Number(slice);
  const before = slices[index];
  if (before === undefined || edge === undefined || before.state === 'lost') return false;
  event.preventDefault();
  let now: SliceMark = before;
  followPointer(
    (y) => {
      const { from } = view.lineBlockAtHeight(y - view.documentTop);
      now = { ...before, ...draggedTo(before, edge, view.state.doc.lineAt(from).number) };
      view.dispatch({ effects: setMarks.of(slices.with(index, now)) });
    },
    () => {
      const { startLine, endLine } = now;
      if (startLine !== before.startLine || endLine !== before.endLine) ondrag(index, { startLine, endLine });
    },
  );
  return true;
}

/** A one-line slice grows towards the pointer; an end stops at the other end. */
function draggedTo({ startLine, endLine }: LineRange, edge: string, line: number): LineRange {
  if (edge === 'both') return { startLine: Math.min(startLine, line), endLine: Math.max(endLine, line) };
  return edge === 'start'
    ? { startLine: Math.min(line, endLine), endLine }
    : { startLine, endLine: Math.max(line, startLine) };
}

function markersOf(slices: readonly SliceMark[], doc: Text): RangeSet<GutterMarker> {
  const cellsByLine = new Map<number, (Cell | undefined)[]>();
  for (const { index, lane } of inLanes(slices)) {
    const mark = slices[index];
    if (mark === undefined) continue;
    const end = Math.min(mark.endLine, doc.lines);
    for (let line = mark.startLine; line <= end; line += 1) {
      const cells = cellsByLine.get(line) ?? [];
      cells[lane] = { index, mark, isFirst: line === mark.startLine, isLast: line === end };
      cellsByLine.set(line, cells);
    }
  }
  const markers = [...cellsByLine].map(([line, cells]) =>
    new LineMarker(Array.from({ length: cells.length }, (_, lane) => cells[lane])).range(doc.line(line).from),
  );
  return RangeSet.of(markers, true);
}

/** Assigns each slice, from the top down, the first lane that is free at its start. */
export function inLanes(
  slices: readonly SliceMark[],
): readonly { readonly index: number; readonly lane: number }[] {
  const ends = Array.from({ length: LANES }, () => 0);
  const fromTheTop = [...slices.entries()].toSorted(([, a], [, b]) => a.startLine - b.startLine);
  return fromTheTop.flatMap(([index, { startLine, endLine, state }]) => {
    const lane = state === 'lost' ? -1 : ends.findIndex((end) => end < startLine);
    if (lane < 0) return [];
    ends[lane] = endLine;
    return [{ index, lane }];
  });
}
