import type { ViewRequest } from '../compose/block';
import { compareRepoPaths } from '../files/repoPath';
import type { PlacedSlice } from '../slices/placedSlice';
import type { CustomSlice, FileItem } from './fileItem';

/** How the whole composition is rendered: `auto` leaves it to the items. */
export const STRATEGIES = ['auto', 'summarize', 'full'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** One object for all: it is asked for once a file, of which there may be 100,000. */
const FULL: ViewRequest = { mode: 'full' };

/**
 * How an item stands in the document once everything that overrides its view mode has spoken. Strongest first: left
 * out (undefined: not in the document, still in the list of items), excluded, forced, the strategy, its own view.
 */
export function effectiveView(item: FileItem, strategy: Strategy): ViewRequest | undefined {
  if (!item.autoAggregate) return undefined;
  if (item.viewMode === 'none') return { mode: 'none' };
  if (item.forceFull || strategy === 'full') return FULL;
  if (strategy === 'summarize') return { mode: 'summary' };
  return ownView(item);
}

function ownView(item: FileItem): ViewRequest {
  switch (item.viewMode) {
    case 'full':
      if (item.astSignatures) return { mode: 'skeleton', keep: 'signatures' };
      return item.astDefinitions ? { mode: 'skeleton', keep: 'definitions' } : FULL;
    case 'skeleton':
      return { mode: 'skeleton', keep: 'all' };
    case 'masked':
      return { mode: 'masked', mask: item.astMask };
    case 'custom':
      return { mode: 'custom', slices: item.customSlices.map(placed) };
    default:
      return { mode: item.viewMode };
  }
}

/** At its stored lines. */
function placed({ startLine, endLine, tag, comment }: CustomSlice): PlacedSlice {
  return { startLine, endLine, tag, comment, lost: false };
}

/** One item a path (the last one given), ascending by path. Clicks have no say in it. */
export function orderItems(items: Iterable<FileItem>): readonly FileItem[] {
  const byPath = new Map(Array.from(items, (item) => [item.path, item] as const));
  return [...byPath.values()].sort((a, b) => compareRepoPaths(a.path, b.path));
}
