/** The modes that read a file's facts. */
import type { ViewRequest } from '../compose/block';
import { languageOf } from '../files/language';
import { baseName } from '../files/repoPath';
import { renderCustom } from './custom';
import type { DescribedFile, RenderDescribed, ViewItem } from './described';
import { renderMasked } from './masked';
import { renderOutline } from './outline';
import { renderSkeleton } from './skeleton';
import { renderSummary } from './summary';
import { renderDefinitions, renderSignatures } from './symbolsOnly';
import type { View, ViewSource } from './view';

/** In the order a menu shows them: from more to less. */
export const describedViews: readonly View[] = [
  {
    mode: 'skeleton',
    name: 'Skeleton',
    render: (source, request) => rendered(source, request, skeletonOf(request)),
  },
  { mode: 'outline', name: 'Outline', render: (source, request) => rendered(source, request, renderOutline) },
  { mode: 'summary', name: 'Summary', render: (source, request) => rendered(source, request, renderSummary) },
  {
    mode: 'masked',
    name: 'Chosen symbols',
    render: (source, request) => rendered(source, request, renderMasked),
  },
  { mode: 'custom', name: 'Slices', render: (source, request) => rendered(source, request, renderCustom) },
];

function skeletonOf(request: ViewRequest): RenderDescribed {
  if (request.mode !== 'skeleton') return renderSkeleton;
  switch (request.keep) {
    case 'all':
      return renderSkeleton;
    case 'signatures':
      return renderSignatures;
    case 'definitions':
      return renderDefinitions;
  }
}

function rendered(
  source: ViewSource,
  request: ViewRequest,
  render: RenderDescribed,
): ReturnType<View['render']> {
  const info = languageOf(source.path).fence;
  return { kind: 'fenced', info, ...render(describedFile(source), itemOf(request)) };
}

function describedFile({ path, text, facts }: ViewSource): DescribedFile {
  const file = { name: baseName(path), languageName: languageOf(path).name, text };
  if (facts?.kind === 'facts') return { ...file, facts: facts.facts };
  return { ...file, facts: undefined, ...(facts === undefined ? {} : { reason: facts.reason }) };
}

function itemOf(request: ViewRequest): ViewItem {
  return {
    mask: request.mode === 'masked' ? request.mask : [],
    slices: request.mode === 'custom' ? request.slices : [],
  };
}
