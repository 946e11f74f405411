/** Views of decoded texts: their facts and summaries, each made once for a content and kept, and the blocks they give. */
import type { ViewRequest } from '../../src/core/compose/block';
import { isLastingReason, type FactsOutcome } from '../../src/core/facts/outcome';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageRules } from '../../src/core/languages/registry';
import { needsFacts, renderView, showsSummary, type RenderedBlock } from '../../src/core/views/registry';
import type { CacheHits, SummaryOrigin } from '../engine/contract';
import type { FactsStore } from './factsStore';
import type { HashedText } from './hashedText';
import type { FactsReader } from './parse';
import { createSummaries, type Summaries } from './summaries';
import type { SummaryStore } from './summaryStore';

/** Outcomes a worker keeps at hand: enough for the files on screen and the menu of their modes. */
const RECENT = 500;

export interface ShownText extends RenderedBlock {
  /** Where the summary comes from, in a view that shows one. */
  readonly summary?: SummaryOrigin;
  /** Parsing was given up: another attempt may give another view. */
  readonly passing?: true;
}

/** The views of one call: what is stored is looked up in one go, and what was made is stored in one go. */
export interface ViewBatch {
  /** Looks up what is stored of these texts before they are asked for one by one. */
  prefetch(
    texts: readonly { readonly text: HashedText; readonly views: readonly ViewRequest[] }[],
  ): Promise<void>;
  factsOf(text: HashedText): Promise<FactsOutcome>;
  render(view: ViewRequest, text: HashedText): Promise<ShownText>;
  /** Stores the summaries made; resolves to the files of which one by rules is stored now. */
  keep(): Promise<ReadonlySet<RepoPath>>;
}

export interface Viewing {
  /** `shelf` is where the summaries of a workspace are kept; without one they are made anew and not kept. */
  batch(shelf: string | undefined): ViewBatch;
  statistics(): CacheHits;
}

export interface ViewingParts {
  readonly reader: FactsReader;
  readonly factsStore: FactsStore;
  readonly summaryStore: SummaryStore;
  /** ISO time. */
  now(): string;
}

export function createViewing({ reader, factsStore, summaryStore, now }: ViewingParts): Viewing {
  const recent = new Map<string, FactsOutcome>();
  const hits = { factsStored: 0, factsParsed: 0, summariesKept: 0, summariesMade: 0 };

  function keep(key: string, outcome: FactsOutcome): FactsOutcome {
    recent.set(key, outcome);
    for (const oldest of recent.keys()) {
      if (recent.size <= RECENT) break;
      recent.delete(oldest);
    }
    return outcome;
  }

  async function factsOf({ path, text, hash, unparsed }: HashedText): Promise<FactsOutcome> {
    if (unparsed !== undefined) return { kind: 'none', reason: { kind: 'failed', message: unparsed } };
    const language = languageOf(path).id;
    const key = `${language}/${hash}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const outcome = await reader.factsOf(text, language);
    hits.factsParsed += 1;
    if (outcome.kind === 'facts') factsStore.put(key, outcome.facts);
    return keep(key, outcome);
  }

  async function prefetchFacts(texts: readonly HashedText[]): Promise<void> {
    const keys = texts.map(({ path, hash }) => `${languageOf(path).id}/${hash}`);
    const absent = [...new Set(keys)].filter((key) => !recent.has(key));
    for (const [key, facts] of await factsStore.get(absent)) {
      hits.factsStored += 1;
      keep(key, { kind: 'facts', facts });
    }
  }

  async function render(view: ViewRequest, text: HashedText, summaries: Summaries): Promise<ShownText> {
    if (!needsFacts(view)) return renderView(view, text);
    if (isSummaryAlone(view)) {
      const { summary, origin } = await summaries.of(text, view.written);
      return { ...renderView(view, { ...text, summary }), summary: origin };
    }
    const outcome = await factsOf(text);
    const source =
      outcome.kind === 'facts' ? { ...text, facts: outcome.facts } : { ...text, reason: outcome.reason };
    if (!showsSummary(view, outcome.kind === 'facts')) return renderView(view, source);
    const { summary, origin } = await summaries.of(text, view.written);
    const isPassing = outcome.kind === 'none' && !isLastingReason(outcome.reason);
    return {
      ...renderView(view, { ...source, summary }),
      summary: origin,
      ...(isPassing && { passing: true }),
    };
  }

  return {
    batch(shelf) {
      const summaries = createSummaries({ shelf, store: summaryStore, factsOf, now, hits });
      return {
        async prefetch(texts) {
          const summarised = texts.filter(({ text, views }) =>
            views.some((view) => mayShowSummary(view, text)),
          );
          await summaries.prefetch(
            summarised.map(({ text, views }) => ({
              text,
              written: views.find(({ written }) => written)?.written,
            })),
          );
          const described = texts.filter(({ text, views }) =>
            views.some((view) => needsFacts(view) && !(isSummaryAlone(view) && summaries.isKept(text))),
          );
          await prefetchFacts(described.map(({ text }) => text));
        },
        factsOf,
        render: (view, text) => render(view, text, summaries),
        keep: () => summaries.keep(),
      };
    },
    statistics: () => ({ ...hits }),
  };
}

/** Where the summary is kept, nothing else has to be known of the file. */
function isSummaryAlone(view: ViewRequest): boolean {
  return view.mode === 'summary' && view.outline !== true;
}

/** As far as it can be told before the text is parsed. */
function mayShowSummary(view: ViewRequest, { path }: HashedText): boolean {
  return showsSummary(view, languageRules(languageOf(path).id) !== undefined);
}
