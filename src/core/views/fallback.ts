import { renderSummary } from './summary';
import type { DescribedFile, DescribedView } from './described';
import { unparsedFile } from './unreadable';

/** Replaces a view that needs facts if there are none: shows the summary and the reason. */
export function renderFallback(source: DescribedFile): DescribedView {
  const { name, reason = { kind: 'no-grammar' } } = source;
  return { ...renderSummary(source), ...unparsedFile(reason, name) };
}
