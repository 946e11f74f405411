import type { SummaryKind } from '../../core/summaries/entry';
import type { SummaryStatus, SummaryState } from '../../core/summaries/summaryStatus';

/** Distinguishable by shape alone. */
export const SUMMARY_MARKS: Readonly<Record<SummaryState, string>> = {
  cached: '●',
  stale: '◐',
  absent: '○',
};

/** A mark with its meaning, for places with enough room. */
export function markedSummary(state: SummaryState): string {
  return `${SUMMARY_MARKS[state]} ${SUMMARY_WORDS[state]}`;
}

const SUMMARY_WORDS: Readonly<Record<SummaryState, string>> = {
  cached: 'summary saved',
  stale: 'saved summary out of date',
  absent: 'no summary saved',
};

const WRITERS: Readonly<Record<SummaryKind, string>> = {
  heuristic: 'by rules',
  clipboard: 'by a chat',
  endpoint: 'by a model',
  browser: "by the browser's model",
};

/** A plain sentence on whether a summary is saved. */
export function describeStatus(status: SummaryStatus): string {
  switch (status.state) {
    case 'cached':
      return `Summary saved, written ${WRITERS[status.by]}`;
    case 'stale':
      return status.by === 'heuristic'
        ? 'The saved summary is out of date: the file has changed'
        : `The summary ${WRITERS[status.by]} is out of date: the file has changed, so the one by rules is shown`;
    case 'absent':
      return 'No summary is saved yet';
  }
}
