/** What each mode makes of a file whose facts are known. Adding one is a file, and a line here. */
import { renderCustom } from './custom';
import type { RenderDescribed } from './described';
import { renderMasked } from './masked';
import { renderOutline } from './outline';
import { renderSkeleton } from './skeleton';
import { renderSummary } from './summary';
import { renderDefinitions, renderSignatures } from './symbolsOnly';

export const RENDERERS = {
  summary: renderSummary,
  skeleton: renderSkeleton,
  outline: renderOutline,
  masked: renderMasked,
  custom: renderCustom,
  signatures: renderSignatures,
  definitions: renderDefinitions,
} as const satisfies Readonly<Record<string, RenderDescribed>>;
