import type { FileFacts, FileSymbol } from '../../facts/fileFacts';
import { symbolsByDepth } from '../../facts/questions';
import { renderFallback } from '../fallback';
import { gapsBetween } from '../gaps';
import { unreadablePlaces } from '../unreadable';
import type { RenderDescribed } from '../described';
import type { ModeDescriptor } from '../viewMode';

export interface OutlineRequest {
  readonly mode: 'outline';
}

const PLAIN: OutlineRequest = { mode: 'outline' };

export const outline: ModeDescriptor<OutlineRequest> = {
  label: 'outline',
  hint: 'One line for each class, function and constant',
  key: '3',
  plain: PLAIN,
  isShort: true,
  requestOf: () => PLAIN,
  needsFacts: () => true,
  showsSummary: (_request, hasFacts) => !hasFacts,
};

/** A line a symbol, two spaces a level: `[Method] get (Lines 7-9)`. */
export const renderOutline: RenderDescribed = (source) => {
  const { facts } = source;
  if (facts === undefined) return renderFallback(source);
  return {
    text: outlineText(facts),
    gaps: gapsBetween([], facts.lines),
    notes: [],
    ...unreadablePlaces(facts),
  };
};

export function outlineText(facts: FileFacts): string {
  if (facts.symbols.length === 0) return '(no symbols)\n';
  return symbolsByDepth(facts)
    .map(({ symbol, depth }) => `${'  '.repeat(depth)}${outlineLine(symbol)}\n`)
    .join('');
}

function outlineLine({ kind, name, startLine, endLine }: FileSymbol): string {
  return `[${kind}] ${name} (Lines ${startLine}-${endLine})`;
}
