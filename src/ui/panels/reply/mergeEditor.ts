/** The comparison of a file before and after the edits. CodeMirror is large, so this file must be loaded on demand only. */
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView, getChunks } from '@codemirror/merge';
import { Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { escapeLine } from '../../../core/compose/escapePath';
import type { RepoPath } from '../../../core/files/repoPath';
import { supportFor } from '../file/codeLanguage';
import { codeTheme, INVISIBLE } from '../file/codeTheme';
import { TEXT } from './text';

export interface ComparedFile {
  readonly path: RepoPath;
  readonly before: string;
  readonly after: string;
  /** Both texts side by side, instead of one with the removed lines in it. */
  readonly isBeside: boolean;
  /** A 1-based line of the text before the edits, scrolled into view once; another object scrolls again. */
  readonly line: { readonly line: number } | undefined;
}

export interface MergeEditor {
  /** Shows a file. Scroll position and history stay as long as only the text after the edits changes. */
  show(file: ComparedFile): void;
  destroy(): void;
}

/** `root` must be a shadow root (see codeEditor.ts). `onedit` gets the text that the user has made. */
export function createMergeEditor(root: ShadowRoot, onedit: (text: string) => void): MergeEditor {
  let shown: ComparedFile | undefined;
  let views: Views | undefined;

  function open(file: ComparedFile): Views {
    const language = new Compartment();
    const label = (text: string): Extension => EditorView.contentAttributes.of({ 'aria-label': text });
    const both = [
      ...[lineNumbers(), highlightSpecialChars({ addSpecialChars: INVISIBLE }), language.of([])],
      ...[codeTheme, mergeTheme],
    ];
    const editable = [
      ...[
        history(),
        keymap.of([...standardKeymap, ...historyKeymap]),
        label(TEXT.file.editor(escapeLine(file.path))),
      ],
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        const isUsers = transactions.some((each) => each.annotation(Transaction.userEvent) !== undefined);
        if (docChanged && isUsers) onedit(state.doc.toString());
      }),
    ];
    const opened = file.isBeside
      ? besideViews(root, file, {
          both,
          editable,
          original: [EditorState.readOnly.of(true), label(TEXT.file.original(escapeLine(file.path)))],
        })
      : inlineViews(root, file, [...both, ...editable]);
    // Keys that the editor has handled must not reach the app's shortcuts.
    opened.after.dom.addEventListener('keydown', (event) => {
      if (event.defaultPrevented) event.stopPropagation();
    });
    void supportFor(file.path, file.before.split('\n', 50)).then((support) => {
      if (support !== undefined && views === opened)
        for (const view of opened.all) view.dispatch({ effects: language.reconfigure(support) });
    });
    return opened;
  }

  return {
    show(file) {
      const before = shown;
      shown = file;
      const isSame =
        file.path === before?.path && file.before === before.before && file.isBeside === before.isBeside;
      if (views === undefined || !isSame) {
        views?.destroy();
        views = open(file);
      } else if (views.after.state.doc.toString() !== file.after) {
        const { after } = views;
        after.dispatch({ changes: { from: 0, to: after.state.doc.length, insert: file.after } });
      }
      if (file.line !== undefined && (file.line !== before?.line || !isSame)) views.jumpTo(file.line.line);
    },
    destroy() {
      views?.destroy();
    },
  };
}

interface Views {
  readonly all: readonly EditorView[];
  /** The editor with the text after the edits. */
  readonly after: EditorView;
  jumpTo(line: number): void;
  destroy(): void;
}

/** Changed characters beyond which a range is compared by lines, and milliseconds. */
const LIMITS = { scanLimit: 500, timeout: 30 };

function inlineViews(
  root: ShadowRoot,
  { before, after }: ComparedFile,
  extensions: readonly Extension[],
): Views {
  const merge = unifiedMergeView({ original: before, mergeControls: false, diffConfig: LIMITS });
  const state = EditorState.create({ doc: after, extensions: [...extensions, merge, scrollsItself] });
  const view = new EditorView({ root, parent: root, state });
  return {
    ...{ all: [view], after: view },
    jumpTo(line) {
      const start = lineStart(before, line);
      let position = start;
      for (const chunk of getChunks(view.state)?.chunks ?? []) {
        if (chunk.fromA > start) break;
        position = start >= chunk.toA ? start + chunk.toB - chunk.toA : chunk.fromB;
      }
      scrollTo(view, position);
    },
    destroy() {
      view.destroy();
    },
  };
}

interface BesideExtensions {
  readonly both: readonly Extension[];
  readonly editable: readonly Extension[];
  readonly original: readonly Extension[];
}

function besideViews(root: ShadowRoot, { before, after }: ComparedFile, extensions: BesideExtensions): Views {
  const { both, editable, original } = extensions;
  const view = new MergeView({
    ...{ root, parent: root, diffConfig: LIMITS },
    a: { doc: before, extensions: [...both, ...original, EditorView.lineWrapping] },
    b: { doc: after, extensions: [...both, ...editable, EditorView.lineWrapping] },
  });
  Object.assign(view.dom.style, { blockSize: '100%', overflow: 'auto' });
  return {
    ...{ all: [view.a, view.b], after: view.b },
    jumpTo(line) {
      scrollTo(view.a, lineStart(before, line));
    },
    destroy() {
      view.destroy();
    },
  };
}

function lineStart(text: string, line: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start;
}

function scrollTo(view: EditorView, position: number): void {
  const at = Math.min(position, view.state.doc.length);
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 60 }),
  });
}

const scrollsItself = EditorView.theme({ '&': { height: '100%' }, '.cm-scroller': { overflow: 'auto' } });

const mergeTheme = EditorView.theme({
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--ok) 14%, transparent)' },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--danger-surface)' },
  '.cm-changedText, .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
  },
  '.cm-changeGutter': { width: '4px', paddingLeft: '0' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--ok)' },
  '.cm-deletedLineGutter, &.cm-merge-a .cm-changedLineGutter': { backgroundColor: 'var(--danger)' },
});
