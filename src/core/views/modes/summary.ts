import type { DescribedFile, DescribedView } from '../described';
import { renderRichSummary } from '../richSummary';
import { renderSummary } from '../summary';
import type { ModeDescriptor } from '../viewMode';

export interface SummaryRequest {
  readonly mode: 'summary';
  /** With the outline. */
  readonly outline?: true;
}

export const summary: ModeDescriptor<SummaryRequest> = {
  label: 'summary',
  hint: 'What the file is about, in a few lines',
  key: '4',
  plain: { mode: 'summary' },
  isShort: true,
  requestOf: (_item, summaryOf) => summaryOf(),
  needsFacts: () => true,
  showsSummary: () => true,
  keyOf: ({ outline }) => (outline ? 'outline' : undefined),
  nameOf: ({ outline }) => (outline ? 'rich summary' : undefined),
};

export function renderSummaryView(file: DescribedFile, { outline }: SummaryRequest): DescribedView {
  return outline ? renderRichSummary(file) : renderSummary(file);
}
