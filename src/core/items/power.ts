import { compareRepoPaths } from '../files/repoPath';
import type { FileItem, ViewMode } from './fileItem';

/** How the whole composition is rendered: `auto` leaves it to the items. */
export type Strategy = 'auto' | 'summarize' | 'full';

/** What an item becomes in the document once everything that overrides its view mode has spoken. */
export type EffectiveView =
  /** Not in the document at all; still in the list of items. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'shown'; readonly mode: Exclude<ViewMode, 'skeleton'> }
  | { readonly kind: 'skeleton'; readonly keep: 'all' | 'signatures' | 'definitions' };

/** Strongest first: left out, excluded, forced, the strategy, the item's own view. */
export function effectiveView(item: FileItem, strategy: Strategy): EffectiveView {
  if (!item.autoAggregate) return { kind: 'absent' };
  if (item.viewMode === 'none') return { kind: 'shown', mode: 'none' };
  if (item.forceFull || strategy === 'full') return { kind: 'shown', mode: 'full' };
  if (strategy === 'summarize') return { kind: 'shown', mode: 'summary' };
  if (item.viewMode === 'skeleton') return { kind: 'skeleton', keep: 'all' };
  if (item.viewMode === 'full' && item.astSignatures) return { kind: 'skeleton', keep: 'signatures' };
  if (item.viewMode === 'full' && item.astDefinitions) return { kind: 'skeleton', keep: 'definitions' };
  return { kind: 'shown', mode: item.viewMode };
}

/** One item a path (the last one given), ascending by path. Clicks have no say in it. */
export function orderItems(items: Iterable<FileItem>): readonly FileItem[] {
  const byPath = new Map(Array.from(items, (item) => [item.path, item] as const));
  return [...byPath.values()].sort((a, b) => compareRepoPaths(a.path, b.path));
}
