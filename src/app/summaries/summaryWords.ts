import type { SummaryKind } from '../../core/summaries/entry';
import type { SummaryStanding, SummaryState } from './keptSummaries';

/** Told apart by their shape. */
export const SUMMARY_MARKS: Readonly<Record<SummaryState, string>> = {
  cached: '●',
  stale: '◐',
  absent: '○',
};

const WRITERS: Readonly<Record<SummaryKind, string>> = {
  heuristic: 'by rules',
  clipboard: 'by a chat',
  endpoint: 'by a model',
  browser: "by the browser's model",
};

/** A plain sentence on whether a summary is kept. */
export function describeStanding(standing: SummaryStanding): string {
  switch (standing.state) {
    case 'cached':
      return `Summary cached, written ${WRITERS[standing.by]}`;
    case 'stale':
      return standing.by === 'heuristic'
        ? 'Summary stale: the kept one is of an earlier text'
        : `Summary stale: the one ${WRITERS[standing.by]} is of an earlier text, so the one by rules is shown`;
    case 'absent':
      return 'Summary absent: none is kept';
  }
}
