import type { Cut } from '../facts/fileFacts';
import { renderFallback } from './fallback';
import { renderOutline } from './outline';
import { unreadablePlaces } from './unreadable';
import type { RenderDescribed } from './described';

/** The file without its bodies. Of data and markup files, the outline. */
export const renderSkeleton: RenderDescribed = (source) => {
  const { text, facts } = source;
  if (facts === undefined) return renderFallback(source);
  if (facts.family !== 'code') return renderOutline(source);
  const gaps = facts.cuts.map(({ startLine, endLine }) => ({ startLine, endLine }));
  return { text: withCuts(text, facts.cuts), gaps, notes: [], ...unreadablePlaces(facts) };
};

/** The text of [from, to) with the cuts that lie in it. */
export function withCuts(text: string, cuts: readonly Cut[], from = 0, to = text.length): string {
  let shown = '';
  let at = from;
  for (const cut of cuts) {
    if (cut.start < at || cut.end > to) continue;
    shown += text.slice(at, cut.start) + cut.text;
    at = cut.end;
  }
  return shown + text.slice(at, to);
}
