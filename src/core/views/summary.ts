import { countLines } from '../files/normalize';
import { summarize } from '../summaries/summarize';
import { gapsBetween } from './gaps';
import type { DescribedFile, DescribedView } from './described';
import { unparsedFile } from './unreadable';

/** The saved summary of a file, or one by rules. */
export function renderSummary(source: DescribedFile): DescribedView {
  const { name, reason } = source;
  return {
    text: source.summary ?? summarize(source),
    gaps: gapsBetween([], countLines(source.text)),
    notes: [],
    // Summaries don't need a grammar, so its absence is no reason for a warning.
    ...(reason === undefined || reason.kind === 'no-grammar' ? { warnings: [] } : unparsedFile(reason, name)),
  };
}
