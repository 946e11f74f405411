import { FULL } from '../views/modes/full';
import { MODE } from '../views/registry';
import { viewKey, type ViewRequest } from '../views/viewRequest';
import { compareRepoPaths } from '../files/repoPath';
import { richnessOf, WORKER, type AgentTier, type Richness } from '../summaries/agentTier';
import type { FileItem, ViewMode } from './fileItem';
import { isFocus } from './focus';

/** How the whole composition is rendered: `auto` leaves it to the items. */
export const STRATEGIES = ['auto', 'summarize', 'full'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** The settings that apply to all items together. */
export interface ViewRules {
  readonly strategy: Strategy;
  /** `auto` means summaries here, because the project says so. */
  readonly summaryOnly: boolean;
  readonly agentTier: AgentTier | undefined;
  /** In place of the one that belongs to the agent tier. */
  readonly richness: Richness | undefined;
}

/** The choices that decide how an item is shown, strongest first. All but the last override the item's own view mode. */
export const DECIDERS = [
  /** `auto_aggregate = false`: not in the document, still in the list of items. */
  'notIncluded',
  /** `view_mode = none` */
  'excluded',
  'forced',
  'pinned',
  /** All in full. */
  'full',
  /** Among the focus files of a worker. */
  'focus',
  /** All as summaries. */
  'summaries',
  /** Not among the focus files of a worker. */
  'worker',
  'own',
] as const;
export type Decider = (typeof DECIDERS)[number];

/** The strongest of the choices that apply to an item. */
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
 * The item after the user chose a view mode for it by hand. The last explicit choice wins: earlier choices that
 * override the mode are taken back, and the mode is pinned if a rule for all files would override it.
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

/** The heading line above the files, which tells a reader how they are shown. */
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

/** Shows a file that is not in focus: the parts chosen in it, else its skeleton, unless less was chosen. */
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

/** One item a path (the last one given), ascending by path, whatever the order of clicks. */
export function orderItems(items: Iterable<FileItem>): readonly FileItem[] {
  const byPath = new Map(Array.from(items, (item) => [item.path, item] as const));
  return [...byPath.values()].sort((a, b) => compareRepoPaths(a.path, b.path));
}
