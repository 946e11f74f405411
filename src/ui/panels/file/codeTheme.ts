import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Invisible and direction-changing characters that CodeMirror does not highlight. */
export const INVISIBLE = /[\u180e\u202a-\u202c\u2060-\u2065\u2068\u206a-\u206f]|[\u{e0000}-\u{e007f}]/gu;

/** The app's custom properties reach into the shadow root, so one set of rules serves both themes. */
const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { font: 'var(--text-size-code) / var(--code-row-height) var(--font-code)' },
  '.cm-content': { padding: '0', caretColor: 'var(--text)', tabSize: '4' },
  '.cm-line': { padding: '0 20px 0 8px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-faint)',
    borderInlineEnd: '1px solid var(--border)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--surface-hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--surface-selected)',
  },
  '.cm-line.cm-dropped': {
    backgroundColor: 'var(--surface-sunken)',
    boxShadow: 'inset 3px 0 var(--border-button)',
    fontStyle: 'italic',
  },
  '.cm-line.cm-dropped, .cm-line.cm-dropped span': { color: 'var(--text-faint)' },
  '.cm-slices': { minWidth: '6px' },
  '.cm-slices .cm-gutterElement': { padding: '0' },
  '.cm-sliceLine': { display: 'flex', gap: '1px', height: '100%', paddingInline: '1px' },
  '.cm-sliceLine > span': { width: '4px' },
  '.cm-sliceBar': { backgroundColor: 'var(--accent)' },
  '.cm-sliceBar.first': {
    borderStartStartRadius: '3px',
    borderStartEndRadius: '3px',
    marginBlockStart: '1px',
  },
  '.cm-sliceBar.last': { borderEndStartRadius: '3px', borderEndEndRadius: '3px', marginBlockEnd: '1px' },
  '.cm-sliceBar[data-edge]': { cursor: 'ns-resize' },
  '.cm-sliceBar.moved, .cm-sliceBar.edited': { backgroundColor: 'var(--ok)' },
  '.cm-sliceBar.fuzzy, .cm-sliceBar.stale': {
    background: 'repeating-linear-gradient(45deg, var(--warning) 0 3px, transparent 3px 5px)',
  },
  '.cm-cut': { color: 'var(--text-faint)', fontFamily: 'var(--font-text)', userSelect: 'none' },
  '.cm-specialChar': { color: 'var(--warning)', backgroundColor: 'var(--warning-surface)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--surface-pressed)' },
  '.cm-searchMatch': { backgroundColor: 'var(--surface-match)', color: 'var(--text-on-match)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--surface-match-current)' },
  '.cm-searchMatch span': { color: 'inherit' },
  '.cm-panels': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text)',
    borderBlockEnd: '1px solid var(--border)',
  },
  '.cm-panel.cm-search': { font: 'var(--text-size) / 1.4 var(--font-text)', padding: '4px 24px 4px 8px' },
  '.cm-panel.cm-search label': { fontSize: 'var(--text-size-small)' },
  '.cm-textfield': {
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: 'inherit',
  },
  '.cm-button': {
    border: '1px solid var(--border-button)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--text)',
    font: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text)', minWidth: '20px', minHeight: '20px' },
});

const colors = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--text-faint)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], color: 'var(--code-number)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: 'var(--code-type)' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.propertyName),
      tags.attributeName,
      tags.labelName,
    ],
    color: 'var(--code-name)',
  },
  { tag: tags.heading, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
]);

export const codeTheme: Extension = [look, syntaxHighlighting(colors)];
