import type { Cut } from '../../facts/fileFacts';
import { renderFallback } from '../fallback';
import { renderOutline } from './outline';
import { unreadablePlaces } from '../unreadable';
import type { DescribedFile, DescribedView, RenderDescribed } from '../described';
import { renderDefinitions, renderSignatures } from '../symbolsOnly';
import type { ModeDescriptor } from '../viewMode';

/** Bodies left out; or reduced further, to signatures or to the outermost definitions. */
export interface SkeletonRequest {
  readonly mode: 'skeleton';
  readonly keep: 'all' | 'signatures' | 'definitions';
}

const PLAIN: SkeletonRequest = { mode: 'skeleton', keep: 'all' };

export const skeleton: ModeDescriptor<SkeletonRequest> = {
  label: 'skeleton',
  hint: 'Imports, types and signatures with their docs, without bodies',
  key: '2',
  plain: PLAIN,
  isShort: true,
  requestOf: () => PLAIN,
  needsFacts: () => true,
  showsSummary: (_request, hasFacts) => !hasFacts,
  keyOf: ({ keep }) => (keep === 'all' ? undefined : keep),
  nameOf: ({ keep }) => (keep === 'all' ? undefined : keep),
};

export function renderSkeletonView(file: DescribedFile, { keep }: SkeletonRequest): DescribedView {
  switch (keep) {
    case 'all':
      return renderSkeleton(file);
    case 'signatures':
      return renderSignatures(file);
    case 'definitions':
      return renderDefinitions(file);
  }
}

/** The file without its bodies. Of data and markup files, the outline. */
export const renderSkeleton: RenderDescribed = (source) => {
  const { text, facts } = source;
  if (facts === undefined) return renderFallback(source);
  if (facts.family !== 'code') return renderOutline(source);
  const gaps = facts.cuts.map(({ startLine, endLine }) => ({ startLine, endLine }));
  return { text: withCuts(text, facts.cuts), gaps, notes: [], ...unreadablePlaces(facts) };
};

function withCuts(text: string, cuts: readonly Cut[]): string {
  let shown = '';
  let at = 0;
  for (const cut of cuts) {
    if (cut.start < at) continue;
    shown += text.slice(at, cut.start) + cut.text;
    at = cut.end;
  }
  return shown + text.slice(at);
}
