/** The editor of the file tab. CodeMirror is large, so this file must be loaded on demand only. */
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, Text } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  WidgetType,
  type DecorationSet,
} from '@codemirror/view';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { FileText } from '../../../app/files/fileText';
import type { ShownLine } from '../../../app/files/fileView.svelte';
import { isProse } from '../../../core/files/language';
import type { RepoPath } from '../../../core/files/repoPath';
import type { LineRange } from '../../../core/slices/customSlice';

import { supportFor } from './codeLanguage';
import { codeTheme, INVISIBLE } from './codeTheme';
import { selectedLines, selectLines } from './lineSelection';
import { setMarks, sliceMarks, type SliceMark } from './sliceMarks';
import { TEXT } from './text';

/** User actions on lines: 1-based, inclusive. */
export interface CodeEvents {
  /** The selection changed; undefined if nothing is selected. */
  onselect: (lines: LineRange | undefined) => void;
  /** Makes a slice of the selected lines. */
  onslice: (lines: LineRange) => void;
  /** A mark was dragged to other lines. When this resolves, the editor shows the marks it was last given. */
  ondrag: (index: number, lines: LineRange) => Promise<void>;
}

/** The state of the editor. */
export interface ShownCode {
  readonly path: string;
  readonly text: FileText;
  /** Dropped lines, which are dimmed: 1-based, inclusive, as start, end, start, end. */
  readonly gaps: readonly number[];
  /** Slices, for the margin. */
  readonly marks: readonly SliceMark[];
  /** Scrolled into view once; another object scrolls again. */
  readonly line: ShownLine | undefined;
  /** Long lines are wrapped even if the file is no prose. */
  readonly wrapsCode: boolean;
}

export interface CodeEditor {
  /** Shows the changed parts. The scroll position stays for a new text of the same file. */
  show(code: ShownCode): void;
  /** Scrolls to a line (1-based) and puts the cursor there. */
  jumpTo(line: number): void;
  destroy(): void;
}

/** `root` must be a shadow root: only there can CodeMirror add its styles under a policy without inline styles. */
export function createCodeEditor(root: ShadowRoot, label: string, events: CodeEvents): CodeEditor {
  const language = new Compartment();
  const wrapping = new Compartment();
  const extensions = [
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    lineNumbers({ domEventHandlers: { mousedown: selectLines } }),
    sliceMarks((index, lines) => void drag(index, lines)),
    EditorView.updateListener.of(({ selectionSet, docChanged, state }) => {
      if (selectionSet || docChanged) events.onselect(selectedLines(state));
    }),
    keymap.of([
      {
        key: 'Enter',
        run({ state }) {
          const lines = selectedLines(state);
          if (lines !== undefined) events.onslice(lines);
          return lines !== undefined;
        },
      },
    ]),
    highlightSpecialChars({ addSpecialChars: INVISIBLE }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of(searchKeymap),
    language.of([]),
    wrapping.of([]),
    dropped,
    shortened,
    codeTheme,
  ];
  const view = new EditorView({ root, parent: root, state: EditorState.create({ extensions }) });
  let shown: ShownCode | undefined;
  // Keys that the editor has handled must not reach the app's shortcuts.
  const stopHandled = (event: Event): void => {
    if (event.defaultPrevented) event.stopPropagation();
  };
  view.dom.addEventListener('keydown', stopHandled);

  async function drag(index: number, lines: LineRange): Promise<void> {
    await events.ondrag(index, lines);
    view.dispatch({ effects: setMarks.of(shown?.marks ?? []) });
  }

  async function highlight({ path, text }: ShownCode): Promise<void> {
    const support = await supportFor(path, text.lines);
    if (shown?.path === path) view.dispatch({ effects: language.reconfigure(support ?? []) });
  }

  function showText(code: ShownCode, isSame: boolean): void {
    const { text } = code;
    const top = isSame ? view.scrollDOM.scrollTop : 0;
    const anchor = isSame ? view.state.selection.main.head : 0;
    const doc = Text.of(text.lines.length === 0 ? [''] : [...text.lines]);
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: doc },
      selection: { anchor: Math.min(anchor, doc.length) },
      effects: [setCuts.of(text.cut), ...(isSame ? [] : [language.reconfigure([])])],
    });
    view.scrollDOM.scrollTop = top;
    if (!isSame) void highlight(code);
  }

  function jumpTo(line: number): void {
    const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
    view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 40 }),
    });
  }

  return {
    show(code) {
      const before = shown;
      shown = code;
      const isSameFile = code.path === before?.path;
      const isSameText = isSameFile && code.text === before.text;
      if (!isSameText) showText(code, isSameFile);
      if (!isSameFile || code.wrapsCode !== before.wrapsCode) {
        // The file has been opened, so this is a RepoPath.
        const isWrapped = code.wrapsCode || isProse(code.path as RepoPath);
        view.dispatch({ effects: wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []) });
      }
      // A new text needs its gaps and marks again.
      if (!isSameText || code.gaps !== before.gaps) view.dispatch({ effects: setGaps.of(code.gaps) });
      if (!isSameText || code.marks !== before.marks) view.dispatch({ effects: setMarks.of(code.marks) });
      if (code.line !== undefined && code.line !== before?.line) jumpTo(code.line.line);
    },
    jumpTo,
    destroy() {
      view.destroy();
    },
  };
}

const setGaps = StateEffect.define<readonly number[]>();
const setCuts = StateEffect.define<readonly number[]>();

const droppedLine = Decoration.line({ class: 'cm-dropped' });

const dropped = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setGaps)) next = droppedLines(transaction.state.doc, effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function droppedLines(doc: Text, gaps: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (let at = 0; at + 1 < gaps.length; at += 2) {
    const end = Math.min(gaps[at + 1] ?? 0, doc.lines);
    for (let line = Math.max(1, gaps[at] ?? 1); line <= end; line++) {
      const { from } = doc.line(line);
      builder.add(from, from, droppedLine);
    }
  }
  return builder.finish();
}

class CutMarker extends WidgetType {
  readonly #units: number;

  constructor(units: number) {
    super();
    this.#units = units;
  }

  override eq(other: CutMarker): boolean {
    return other.#units === this.#units;
  }

  override toDOM(): HTMLElement {
    const marker = document.createElement('span');
    marker.className = 'cm-cut';
    marker.textContent = TEXT.code.cut(this.#units);
    return marker;
  }
}

/** Marks the ends of lines that are cut, with the number of characters missing. */
const shortened = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setCuts)) next = cutMarkers(transaction.state.doc, effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function cutMarkers(doc: Text, cut: readonly number[]): DecorationSet {
  const markers = cut.flatMap((units, index) => {
    if (units === 0) return [];
    const widget = new CutMarker(units);
    return [Decoration.widget({ widget, side: 1 }).range(doc.line(index + 1).to)];
  });
  return Decoration.set(markers);
}
