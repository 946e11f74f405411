import { renderSummary } from './summary';
import type { DescribedFile, DescribedView } from './described';
import { unparsedFile } from './unreadable';

/** Stands in for a view that needs facts where there are none: the summary, and why. */
export function renderFallback(source: DescribedFile): DescribedView {
  const { name, reason = { kind: 'no-grammar' } } = source;
  return { ...renderSummary(source), ...unparsedFile(reason, name) };
}
