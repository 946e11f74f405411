import type { DescribedFile, DescribedView } from '../described';
import type { ModeDescriptor } from '../viewMode';
import type { SkeletonRequest } from './skeleton';

export interface FullRequest {
  readonly mode: 'full';
}

/** Shared, because it is requested for each of up to 100,000 files. */
export const FULL: FullRequest = { mode: 'full' };

export const full: ModeDescriptor<FullRequest, FullRequest | SkeletonRequest> = {
  label: 'full',
  hint: 'The whole text',
  key: '1',
  phrase: 'in full',
  plain: FULL,
  requestOf({ astSignatures, astDefinitions }) {
    if (astSignatures) return { mode: 'skeleton', keep: 'signatures' };
    return astDefinitions ? { mode: 'skeleton', keep: 'definitions' } : FULL;
  },
  needsFacts: () => false,
  showsSummary: () => false,
};

export function renderFull({ text }: DescribedFile): DescribedView {
  return { text, gaps: [], notes: [], warnings: [] };
}
