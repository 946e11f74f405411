import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import { fileBlock } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import {
  leadsOf,
  measurePlan,
  planDocument,
  type BodyTokens,
  type MeasuredBlock,
} from '../../core/document/plan';
import type { RepoPath } from '../../core/files/repoPath';
import { filesHeading } from '../../core/items/effectiveView';
import type { Composition } from '../composition/composition.svelte';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import { underChosen } from '../composition/ruleChoice';
import type { ViewsWanted } from '../ports/engine';
import type { DocumentModel } from './document.svelte';
import type { FileViews } from './fileViews';
import type { SectionBlocks } from './textBlocks.svelte';

/** The tokens that the document would have; undefined if there is nothing to estimate them from. */
export interface Outlook {
  readonly tokens: number | undefined;
  readonly exact: boolean;
}

interface Parts {
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly views: FileViews;
}

/** Measures the plans that other options would produce. */
export class Forecast {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Reports the outlook for each change, in order, at once and again as measures arrive. Resolves when all are exact or
   * `signal` aborts.
   */
  async look(
    changes: readonly Partial<CompositionOptions>[],
    ontell: (outlooks: readonly Outlook[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { document, views } = this.#parts;
    const texts = await Promise.all(changes.map((change) => document.textsWith(change)));
    const missing: Missing = { views: new Map(), leads: new Set() };
    const tell = (asking?: Missing) => {
      if (signal.aborted) return;
      ontell(changes.map((change, at) => this.#outlook(change, texts[at] ?? new Map(), asking)));
    };
    tell(missing);
    await document.leads.count(missing.leads);
    let batches = 0;
    await views.measureBeside(viewsOf(missing.views), signal, () => {
      batches += 1;
      // Each report visits all files, so report only at the 1st, 2nd, 4th, 8th batch.
      if (Number.isInteger(Math.log2(batches))) tell();
    });
    if (missing.views.size + missing.leads.size > 0) tell();
  }

  /** Adds to `missing` everything that must be measured for an exact outlook. */
  #outlook(change: Partial<CompositionOptions>, texts: SectionBlocks, missing: Missing | undefined): Outlook {
    const { composition, document, views } = this.#parts;
    const options = { ...composition.options, ...change };
    const blocks: MeasuredBlock[] = [...texts.values()].flat();
    const full = { known: 0, unknown: 0 };
    let shown = 0;
    let isExact = !document.pending;
    for (const path of composition.paths) {
      const item = composition.item(path);
      const view = item && views.viewOfItem(underChosen(item, change), options);
      if (view === undefined) continue;
      const { measure, exact, known, fullTokens } = views.factsIn(path, view);
      isExact &&= exact;
      blocks.push({ ...fileBlock(path, view), ...(measure ?? UNMEASURED) });
      if (measure === undefined) {
        full.unknown += fullTokens;
        if (known && missing !== undefined) want(missing.views, path, view);
        continue;
      }
      if (view.mode === 'full') continue;
      full.known += fullTokens;
      shown += measure.tokens;
    }
    const plan = planDocument(blocks, bySection(filesHeading(options)));
    for (const lead of leadsOf(plan)) missing?.leads.add(lead);
    const bySections = measurePlan(plan, {
      body: (block) => block,
      lead: (lead) => document.leads.tokens.get(lead) ?? 0,
    });
    // Another order repeats headings, about as often as it does now.
    const tokens = bySections.tokens + document.layoutTokens;
    isExact &&= options.layout === 'sections';
    if (full.unknown === 0) return { tokens, exact: isExact && document.leads.areCounted(leadsOf(plan)) };
    // Files without a measure are assumed to shrink as much as those with one.
    const guessed = full.known === 0 ? undefined : tokens + Math.round((full.unknown * shown) / full.known);
    return { tokens: guessed, exact: false };
  }
}

/** Keeps a file's place in the plan, so that its lead is counted. */
const UNMEASURED: BodyTokens = { tokens: 0, tokensAsLast: 0 };

interface Missing {
  readonly views: Map<RepoPath, Map<string, ViewRequest>>;
  readonly leads: Set<string>;
}

function want(wanted: Missing['views'], path: RepoPath, view: ViewRequest): void {
  const views = wanted.get(path) ?? new Map<string, ViewRequest>();
  wanted.set(path, views.set(viewKey(view), view));
}

function viewsOf(wanted: Missing['views']): readonly ViewsWanted[] {
  return Array.from(wanted, ([path, views]) => ({ path, views: [...views.values()] }));
}
