/** The summaries for one batch of files: from the store if it has them, else by the rules. */
import type { FactsOutcome, FallbackReason } from '../../src/core/facts/outcome';
import type { RepoPath } from '../../src/core/files/repoPath';
import { languageOfText } from '../../src/core/files/textLanguage';
import { summaryVersion, type SummaryEntry } from '../../src/core/summaries/entry';
import { summarize } from '../../src/core/summaries/summarize';
import { outlineText } from '../../src/core/views/modes/outline';
import type { SummaryOrigin } from '../engine/documentContract';
import type { SummaryNews } from './contract';
import type { HashedText } from './hashedText';
import type { SummaryStore, SummaryWanted } from '../caches/summaryStore';

export interface FoundSummary {
  readonly summary: string;
  readonly origin: SummaryOrigin;
  /** Why it was written without facts. */
  readonly unparsed?: FallbackReason;
}

export interface Summaries {
  prefetch(
    wanted: readonly { readonly text: HashedText; readonly written: string | undefined }[],
  ): Promise<void>;
  /** Whether the store has one by rules, if it was looked up. */
  isKept(text: HashedText): boolean;
  /** The summary by a model that `written` identifies, if it is stored; else the one by rules. */
  of(text: HashedText, written: string | undefined): Promise<FoundSummary>;
  newsOf(text: HashedText): Promise<SummaryNews>;
}

interface SummariesParts {
  readonly shelf: string | undefined;
  readonly store: Pick<SummaryStore, 'get'>;
  factsOf(text: HashedText): Promise<FactsOutcome>;
  now(): string;
  /** Counters to increase. */
  readonly hits: { summariesKept: number; summariesMade: number };
}

interface MadeSummary {
  readonly entry: SummaryEntry;
  /** Why there were no facts. */
  readonly reason: FallbackReason | undefined;
}

type Stored = string | undefined;

/** Creates the summaries of one batch. */
export function createSummaries({ shelf, store, factsOf, now, hits }: SummariesParts): Summaries {
  const lookedUp = new Map<string, Promise<Stored>>();
  const found = new Set<RepoPath>();
  const made = new Map<RepoPath, Promise<MadeSummary>>();

  function lookUp(wanted: readonly SummaryWanted[]): Promise<void> {
    const absent = wanted.filter((want) => !lookedUp.has(keyOf(want)));
    if (shelf === undefined || absent.length === 0) return Promise.resolve();
    const entries = store.get(shelf, absent);
    for (const [index, want] of absent.entries()) {
      lookedUp.set(
        keyOf(want),
        entries.then((all) => {
          const summary = all[index]?.summary;
          if (summary !== undefined && want.written === undefined) found.add(want.path);
          return summary;
        }),
      );
    }
    return Promise.allSettled(lookedUp.values()).then(() => undefined);
  }

  async function stored(want: SummaryWanted): Promise<Stored> {
    await lookUp([want]);
    const summary = await lookedUp.get(keyOf(want));
    if (summary !== undefined) hits.summariesKept += 1;
    return summary;
  }

  async function write(text: HashedText): Promise<MadeSummary> {
    hits.summariesMade += 1;
    const outcome = await factsOf(text);
    const facts = outcome.kind === 'facts' ? outcome.facts : undefined;
    const entry: SummaryEntry = {
      file_path: text.path,
      file_hash: text.hash,
      summary: summarize({ languageName: languageOfText(text.path, text.text).name, text: text.text, facts }),
      outline: facts === undefined ? '' : outlineText(facts),
      generated_at: now(),
      generator_tier: null,
      version: summaryVersion('rules'),
      kind: 'heuristic',
    };
    return { entry, reason: outcome.kind === 'none' ? outcome.reason : undefined };
  }

  return {
    async prefetch(wanted) {
      await lookUp(
        wanted.flatMap(({ text: { path, hash, unsummarized }, written }) => [
          ...(unsummarized ? [] : [{ path, hash }]),
          ...(written === undefined ? [] : [{ path, hash, written }]),
        ]),
      );
    },
    isKept: ({ path }) => found.has(path),
    async of(text, written) {
      const { path, hash } = text;
      const byModel = written === undefined ? undefined : await stored({ path, hash, written });
      const isNone = text.unsummarized === true || made.has(path);
      const kept = byModel ?? (isNone ? undefined : await stored({ path, hash }));
      if (kept !== undefined) return { summary: kept, origin: 'cached' };
      const making = made.get(path) ?? write(text);
      made.set(path, making);
      const { entry, reason } = await making;
      return { summary: entry.summary, origin: 'fresh', ...(reason && { unparsed: reason }) };
    },
    async newsOf({ path, hash }) {
      if (shelf === undefined) return {};
      const making = made.get(path);
      if (making === undefined) return found.has(path) ? { kept: hash } : {};
      const { entry, reason } = await making;
      return isWorthKeeping(reason) ? { made: entry } : {};
    },
  };
}

/** A stored summary does not record that parsing failed, but every view of the file must say so. */
function isWorthKeeping(unparsed: FallbackReason | undefined): boolean {
  return unparsed === undefined || unparsed.kind === 'no-grammar';
}

function keyOf({ hash, path, written = '' }: SummaryWanted): string {
  return `${hash} ${written}\n${path}`;
}
