import { fallbackNote } from '../facts/outcome';
import { renderSummary } from './summary';
import type { RenderDescribed } from './described';

/** What stands in for a view that needs facts, where there are none: the summary, and the reason as a note. */
export const renderFallback: RenderDescribed = (source) => {
  const view = renderSummary(source);
  const note = fallbackNote(source.reason ?? { kind: 'no-grammar' }, source.name);
  return { ...view, notes: [note, ...view.notes] };
};
