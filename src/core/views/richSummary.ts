import { outlineText } from './modes/outline';
import { renderSummary } from './summary';
import { unreadablePlaces } from './unreadable';
import type { RenderDescribed } from './described';

/** The summary, followed by the outline if the file has symbols. */
export const renderRichSummary: RenderDescribed = (source) => {
  const view = renderSummary(source);
  const { facts } = source;
  if (facts === undefined || facts.symbols.length === 0) return view;
  return { ...view, text: `${view.text}\n${outlineText(facts)}`, ...unreadablePlaces(facts) };
};
