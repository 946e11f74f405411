/**
 * Makes views of decoded texts: facts and summaries, each made once per content and cached, and the blocks rendered
 * from them.
 */
import type { ViewRequest } from '../../src/core/views/viewRequest';
import { isLastingReason, type FactsOutcome, type FallbackReason } from '../../src/core/facts/outcome';
import { languageOf } from '../../src/core/files/language';
import type { CustomSlice } from '../../src/core/slices/customSlice';
import { needsFacts, showsSummary } from '../../src/core/views/registry';
import { renderView, type RenderedBlock, type ViewSource } from '../../src/core/views/renderView';
import type { SummaryOrigin } from '../engine/documentContract';
import type { SummaryNews, WorkerDone } from './contract';
import type { FactsStore } from '../caches/factsStore';
import type { HashedText } from './hashedText';
import { mayHaveFacts, type FactsReader } from './parse';
import { createRecentFacts } from './recentFacts';
import { createStepClock, type StepClock } from './stepClock';
import { createSummaries, type Summaries } from './summaries';
import type { SummaryStore } from '../caches/summaryStore';
import type { TextStore } from '../caches/textStore';

export interface ShownText extends RenderedBlock {
  /** The origin of the summary, in a view that shows one. */
  readonly summary?: SummaryOrigin;
  /** Another attempt may produce another view, see `ViewMeasure`. */
  readonly passing?: true;
}

interface TextToView {
  readonly text: HashedText;
  readonly views: readonly ViewRequest[];
  /** Whether the facts are needed in any case. */
  readonly facts: boolean;
}

/** The views of one call: stored data is looked up all at once. */
export interface ViewBatch {
  /** Looks up stored data for these texts before they are used one by one. */
  prefetch(texts: readonly TextToView[]): Promise<void>;
  factsOf(text: HashedText): Promise<FactsOutcome>;
  /** The facts already at hand. */
  knownFacts(text: HashedText): FactsOutcome | undefined;
  render(view: ViewRequest, text: HashedText): Promise<ShownText>;
  /** The summary by a model that `written` identifies, if it is stored; else the one by rules. */
  summaryOf(text: HashedText, written: string | undefined): Promise<string>;
  /** Call it when all views of the text are rendered. */
  newsOf(text: HashedText): Promise<SummaryNews>;
}

export interface Viewing {
  /** `shelf` is where a workspace's summaries are stored; without one, they are made each time. */
  batch(shelf: string | undefined): ViewBatch;
  /** Counting between views runs through it, so as not to be timed as parsing. */
  readonly clock: Pick<StepClock, 'beside'>;
  /** The facts of these contents that are at hand or stored, without their texts. */
  storedFacts(
    contents: readonly Pick<HashedText, 'path' | 'hash'>[],
  ): Promise<readonly (FactsOutcome | undefined)[]>;
  statistics(): WorkerDone;
}

export interface ViewingParts {
  readonly reader: FactsReader;
  readonly factsStore: FactsStore;
  readonly summaryStore: Pick<SummaryStore, 'get'>;
  readonly textStore: TextStore;
  /** ISO 8601. */
  now(): string;
}

/** Creates the views of one worker. */
export function createViewing({ reader, factsStore, summaryStore, textStore, now }: ViewingParts): Viewing {
  const recent = createRecentFacts();
  /** Texts that were too slow even with the larger allowance. */
  const exhausted = new Set<string>();
  const clock = createStepClock();
  const hits = { factsStored: 0, factsParsed: 0, summariesKept: 0, summariesMade: 0 };

  function knownFacts(text: HashedText): FactsOutcome | undefined {
    return recent.get(factsKey(text));
  }

  async function factsOf(hashed: HashedText): Promise<FactsOutcome> {
    if (hashed.unparsed !== undefined)
      return { kind: 'none', reason: { kind: 'failed', message: hashed.unparsed } };
    const key = factsKey(hashed);
    const known = recent.get(key);
    const isRetried = hashed.patience === 'patient' && isTooSlow(known) && !exhausted.has(key);
    if (known !== undefined && !isRetried) return known;
    const outcome = await clock.parsing(() =>
      reader.factsOf(hashed.text, languageOf(hashed.path).id, hashed.patience),
    );
    hits.factsParsed += 1;
    if (hashed.patience === 'patient' && isTooSlow(outcome)) exhausted.add(key);
    if (outcome.kind === 'facts') factsStore.put(key, outcome.facts);
    // A grammar that did not load may load on the next call.
    if (outcome.kind === 'facts' || outcome.reason.kind !== 'failed') recent.keep(key, outcome);
    return outcome;
  }

  /** All views of one call share one outcome. */
  function factsOfBatch(): (text: HashedText) => Promise<FactsOutcome> {
    const asked = new Map<string, Promise<FactsOutcome>>();
    return (text) => {
      const key = `${text.unparsed === undefined} ${factsKey(text)}`;
      const outcome = asked.get(key) ?? factsOf(text);
      asked.set(key, outcome);
      return outcome;
    };
  }

  async function prefetchFacts(texts: readonly HashedText[]): Promise<void> {
    const keys = texts.map(factsKey);
    const absent = [...new Set(keys)].filter((key) => !recent.has(key));
    for (const [key, facts] of await factsStore.get(absent)) {
      hits.factsStored += 1;
      recent.keep(key, { kind: 'facts', facts });
    }
  }

  /** Does not keep them, because nobody has asked for a view of these files. */
  async function storedFacts(
    contents: readonly Pick<HashedText, 'path' | 'hash'>[],
  ): Promise<readonly (FactsOutcome | undefined)[]> {
    const keys = contents.map(factsKey);
    const stored = await factsStore.get([...new Set(keys)].filter((key) => !recent.has(key)));
    hits.factsStored += stored.size;
    return keys.map((key) => {
      const facts = stored.get(key);
      return recent.get(key) ?? (facts && { kind: 'facts', facts });
    });
  }

  function show(view: ViewRequest, source: ViewSource): RenderedBlock {
    return clock.rendering(() => renderView(view, source));
  }

  /** If the file has changed since, passes on what is known about the content the slices were created from. */
  async function showSlices(
    view: ViewRequest,
    text: HashedText,
    { slices, factsOf }: { readonly slices: readonly CustomSlice[]; readonly factsOf: FactsOf },
  ): Promise<ShownText> {
    const others = slices.filter(({ fileHash }) => fileHash !== text.hash);
    const hashes = others.flatMap(({ fileHash }) => fileHash ?? []);
    const oldTexts = await textStore.get(hashes);
    const wantsSymbols = others.some(({ symbol }) => symbol !== undefined);
    const outcome = wantsSymbols ? await factsOf(text) : undefined;
    const facts = outcome?.kind === 'facts' ? outcome.facts : undefined;
    const isGivenUp = outcome?.kind === 'none' && !isLastingReason(outcome.reason);
    return {
      ...show(view, { ...text, facts, oldTexts }),
      ...((hashes.length > 0 || isGivenUp) && { passing: true }),
    };
  }

  async function render(
    view: ViewRequest,
    text: HashedText,
    { summaries, factsOf }: { readonly summaries: Summaries; readonly factsOf: FactsOf },
  ): Promise<ShownText> {
    if (view.mode === 'custom' && view.slices.length > 0)
      return showSlices(view, text, { slices: view.slices, factsOf });
    if (!needsFacts(view)) return show(view, text);
    if (isSummaryAlone(view)) {
      const { summary, origin, unparsed: reason } = await summaries.of(text, view.written);
      return { ...show(view, { ...text, summary, reason }), summary: origin, ...passingBy(reason) };
    }
    const outcome = await factsOf(text);
    const { facts, reason } = { facts: undefined, reason: undefined, ...outcome };
    const source = { ...text, facts, reason };
    if (!showsSummary(view, facts !== undefined)) return show(view, source);
    const { summary, origin } = await summaries.of(text, view.written);
    return { ...show(view, { ...source, summary }), summary: origin, ...passingBy(reason) };
  }

  return {
    batch(shelf) {
      const factsOf = factsOfBatch();
      const summaries = createSummaries({ shelf, store: summaryStore, factsOf, now, hits });
      return {
        async prefetch(texts) {
          const summarized = texts.filter(({ text, views }) =>
            views.some((view) => mayShowSummary(view, text)),
          );
          await summaries.prefetch(
            summarized.map(({ text, views }) => ({
              text,
              written: views.find(({ written }) => written)?.written,
            })),
          );
          const described = texts.filter(
            ({ text, views, facts }) =>
              facts ||
              views.some((view) => needsFacts(view) && !(isSummaryAlone(view) && summaries.isKept(text))),
          );
          await prefetchFacts(described.map(({ text }) => text));
        },
        factsOf,
        knownFacts,
        render: (view, text) => render(view, text, { summaries, factsOf }),
        summaryOf: async (text, written) => (await summaries.of(text, written)).summary,
        newsOf: (text) => summaries.newsOf(text),
      };
    },
    clock,
    storedFacts,
    statistics: () => ({ hits: { ...hits }, times: clock.times() }),
  };
}

type FactsOf = (text: HashedText) => Promise<FactsOutcome>;

function isTooSlow(outcome: FactsOutcome | undefined): boolean {
  return outcome?.kind === 'none' && outcome.reason.kind === 'too-slow';
}

function passingBy(reason: FallbackReason | undefined): Pick<ShownText, 'passing'> {
  return reason === undefined || isLastingReason(reason) ? {} : { passing: true };
}

function factsKey({ path, hash }: Pick<HashedText, 'path' | 'hash'>): string {
  return `${languageOf(path).id}/${hash}`;
}

/** If the summary is stored, nothing else about the file is needed. */
function isSummaryAlone(view: ViewRequest): boolean {
  return view.mode === 'summary' && view.outline !== true;
}

/** As far as it can be known before the text is parsed. */
function mayShowSummary(view: ViewRequest, { path }: HashedText): boolean {
  return showsSummary(view, mayHaveFacts(path));
}
