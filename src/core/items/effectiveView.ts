import { FULL } from '../views/modes/full';
import { MODE } from '../views/registry';
import { viewKey, type ViewRequest } from '../views/viewRequest';
import { compareRepoPaths } from '../files/repoPath';
import { richnessOf, WORKER, type AgentTier, type Richness } from '../summaries/agentTier';
import type { FileItem, ViewMode } from './fileItem';
import { isFocus } from './focus';

/** Detail of the whole composition: `auto` uses the mode of each item. */
export const STRATEGIES = ['auto', 'summarize', 'full'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** The settings that apply to all items. */
export interface ViewRules {
  readonly strategy: Strategy;
  /** Makes `auto` mean summaries, as a project can ask for. */
  readonly summaryOnly: boolean;
  readonly agentTier: AgentTier | undefined;
  /** Overrides the richness that follows from the agent tier. */
  readonly richness: Richness | undefined;
}

/** The reasons for how an item is shown, strongest first. All but the last override the item's own view mode. */
export const DECIDERS = [
  /** `auto_aggregate = false`: left out of the document, but kept as an item. */
  'notIncluded',
  /** `view_mode = none` */
  'excluded',
  'forced',
  'pinned',
  /** All in full. */
  'full',
  /** A focus file of a worker. */
  'focus',
  /** All as summaries. */
  'summaries',
  /** Not a focus file of a worker. */
  'worker',
  'own',
] as const;
export type Decider = (typeof DECIDERS)[number];

/** The strongest reason that applies to an item. */
export function deciderOf(item: FileItem, rules: ViewRules): Decider {
  if (!item.autoAggregate) return 'notIncluded';
  if (item.viewMode === 'none') return 'excluded';
  if (item.forceFull) return 'forced';
  if (item.pinned) return 'pinned';
  if (rules.strategy === 'full') return 'full';
  const isWorker = rules.agentTier === WORKER;
  if (isWorker && isFocus(item)) return 'focus';
  if (areSummaries(rules)) return 'summaries';
  return isWorker ? 'worker' : 'own';
}

/** How an item is shown in the document; undefined if it is not part of the document. */
export function effectiveView(item: FileItem, rules: ViewRules): ViewRequest | undefined {
  switch (deciderOf(item, rules)) {
    case 'notIncluded':
      return undefined;
    case 'excluded':
    case 'pinned':
    case 'own':
      return ownView(item, rules);
    case 'forced':
    case 'full':
    case 'focus':
      return FULL;
    case 'summaries':
      return summaryView(rules);
    case 'worker':
      return workerView(item, rules);
  }
}

/**
 * The item after the user chose a view mode for it. The last explicit choice wins: earlier choices that would override the
 * mode are reset, and the mode is pinned if a setting for all files would override it.
 */
export function withMode(item: FileItem, viewMode: ViewMode, rules: ViewRules): FileItem {
  const chosen: FileItem = {
    ...item,
    viewMode,
    autoAggregate: true,
    forceFull: false,
    astSignatures: false,
    astDefinitions: false,
    pinned: false,
  };
  const pinned = { ...chosen, pinned: true };
  return isSameView(effectiveView(chosen, rules), effectiveView(pinned, rules)) ? chosen : pinned;
}

/** The heading above the files, which names their detail. */
export function filesHeading(rules: ViewRules): string {
  if (rules.strategy === 'full') return '## Files';
  if (rules.agentTier === WORKER) return '## Files (Tier 3 - Focused)';
  return areSummaries(rules) ? '## Files (Summary)' : '## Files';
}

function areSummaries({ strategy, summaryOnly }: ViewRules): boolean {
  return strategy === 'summarize' || (strategy === 'auto' && summaryOnly);
}

function summaryView(rules: ViewRules): ViewRequest {
  switch (rules.richness ?? richnessOf(rules.agentTier)) {
    case 1:
      return areSummaries(rules) ? { mode: 'summary', outline: true } : FULL;
    case 2:
      return { mode: 'summary' };
    case 3:
      return { mode: 'outline' };
  }
}

/** The view of a file that is not in focus: its slices or mask, if any, else a skeleton or something shorter. */
function workerView(item: FileItem, rules: ViewRules): ViewRequest {
  if (item.customSlices.length > 0) return { mode: 'custom', slices: item.customSlices };
  if (item.astMask.length > 0) return { mode: 'masked', mask: item.astMask };
  const own = ownView(item, rules);
  return MODE[own.mode].isShort ? own : { mode: 'skeleton', keep: 'all' };
}

function ownView(item: FileItem, rules: ViewRules): ViewRequest {
  return MODE[item.viewMode].requestOf(item, () => summaryView(rules));
}

function isSameView(one: ViewRequest | undefined, other: ViewRequest | undefined): boolean {
  return one !== undefined && other !== undefined && viewKey(one) === viewKey(other);
}

/** Sorts items by path. Of several with the same path, the last one stays. */
export function orderItems(items: Iterable<FileItem>): readonly FileItem[] {
  const byPath = new Map(Array.from(items, (item) => [item.path, item] as const));
  return [...byPath.values()].sort((a, b) => compareRepoPaths(a.path, b.path));
}
