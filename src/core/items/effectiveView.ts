import type { ViewRequest } from '../compose/block';
import type { FilesHeading } from '../compose/sections';
import { compareRepoPaths } from '../files/repoPath';
import { richnessOf, WORKER, type AgentTier, type Richness } from './agentTier';
import type { FileItem } from './fileItem';
import { isFocus } from './focus';

/** How the whole composition is rendered: `auto` leaves it to the items. */
export const STRATEGIES = ['auto', 'summarize', 'full'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What is said of all items together. */
export interface ViewRules {
  readonly strategy: Strategy;
  /** `auto` means summaries here, because the project says so. */
  readonly summaryOnly: boolean;
  readonly agentTier: AgentTier | undefined;
  /** In place of the one that belongs to the agent tier. */
  readonly richness: Richness | undefined;
}

export const DEFAULT_RULES: ViewRules = {
  strategy: 'auto',
  summaryOnly: false,
  agentTier: undefined,
  richness: undefined,
};

/** One object for all: it is asked for once a file, of which there may be 100,000. */
const FULL: ViewRequest = { mode: 'full' };

/**
 * How an item stands in the document once everything that overrides its view mode has spoken. Strongest first: left
 * out (undefined: not in the document, still in the list of items), excluded, forced, the strategy `full`, a worker's
 * focus, the strategy `summarize`, what a worker gets of other files, its own view.
 */
export function effectiveView(item: FileItem, rules: ViewRules): ViewRequest | undefined {
  if (!item.autoAggregate) return undefined;
  if (item.viewMode === 'none') return { mode: 'none' };
  if (item.forceFull || rules.strategy === 'full') return FULL;
  const isWorker = rules.agentTier === WORKER;
  if (isWorker && isFocus(item)) return FULL;
  if (areSummaries(rules)) return summaryView(rules);
  return isWorker ? workerView(item, rules) : ownView(item, rules);
}

/** What the files stand under, so that a reader knows what he has before him. */
export function filesHeading(rules: ViewRules): FilesHeading {
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

/** Of a file that is not in focus: the parts that were chosen, else its skeleton, unless less was chosen. */
function workerView(item: FileItem, rules: ViewRules): ViewRequest {
  if (item.customSlices.length > 0) return slicesOf(item);
  if (item.astMask.length > 0) return { mode: 'masked', mask: item.astMask };
  const own = ownView(item, rules);
  const isLess = own.mode === 'skeleton' || own.mode === 'outline' || own.mode === 'summary';
  return isLess ? own : { mode: 'skeleton', keep: 'all' };
}

function ownView(item: FileItem, rules: ViewRules): ViewRequest {
  switch (item.viewMode) {
    case 'full':
      if (item.astSignatures) return { mode: 'skeleton', keep: 'signatures' };
      return item.astDefinitions ? { mode: 'skeleton', keep: 'definitions' } : FULL;
    case 'skeleton':
      return { mode: 'skeleton', keep: 'all' };
    case 'summary':
      return summaryView(rules);
    case 'masked':
      return { mode: 'masked', mask: item.astMask };
    case 'custom':
      return slicesOf(item);
    default:
      return { mode: item.viewMode };
  }
}

/** With their anchors: where they are now is a question of the text. */
function slicesOf({ customSlices }: FileItem): ViewRequest {
  return { mode: 'custom', slices: customSlices };
}

/** One item a path (the last one given), ascending by path. Clicks have no say in it. */
export function orderItems(items: Iterable<FileItem>): readonly FileItem[] {
  const byPath = new Map(Array.from(items, (item) => [item.path, item] as const));
  return [...byPath.values()].sort((a, b) => compareRepoPaths(a.path, b.path));
}
