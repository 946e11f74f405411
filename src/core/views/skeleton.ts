import type { Cut } from '../facts/fileFacts';
import { renderFallback } from './fallback';
import { renderOutline } from './outline';
import type { RenderDescribed } from './described';

/** The file without its bodies. Of data and markup files, the outline. */
export const renderSkeleton: RenderDescribed = (source) => {
  const { text, facts } = source;
  if (facts === undefined) return renderFallback(source);
  if (facts.family !== 'code') return renderOutline(source);
  const gaps = facts.cuts.map(({ startLine, endLine }) => ({ startLine, endLine }));
  return { text: withCuts(text, facts.cuts), gaps, notes: syntaxNotes(facts.errors) };
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

function syntaxNotes(errors: number): readonly string[] {
  if (errors === 0) return [];
  return [
    `${errors === 1 ? 'one place' : `${errors} places`} could not be read as the language's grammar wants it`,
  ];
}
