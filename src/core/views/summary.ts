import { countLines } from '../files/normalize';
import { summarize } from '../summaries/summarize';
import { gapsBetween } from './gaps';
import type { DescribedFile, DescribedView } from './described';
import { unparsedFile } from './unreadable';

/** What the file is about: the summary that was made before, else one by rules. */
export function renderSummary(source: DescribedFile): DescribedView {
  const { name, reason } = source;
  return {
    text: source.summary ?? summarize(source),
    gaps: gapsBetween([], countLines(source.text)),
    notes: [],
    // A summary of a language without a grammar lacks nothing.
    ...(reason === undefined || reason.kind === 'no-grammar' ? { warnings: [] } : unparsedFile(reason, name)),
  };
}
