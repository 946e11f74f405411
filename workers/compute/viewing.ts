/** Views of decoded texts: their facts, read once for each content and kept, and the blocks they give. */
import type { ViewRequest } from '../../src/core/compose/block';
import type { FactsOutcome } from '../../src/core/facts/outcome';
import type { ContentHash } from '../../src/core/files/fileContent';
import { languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { needsFacts, renderView, type RenderedBlock } from '../../src/core/views/registry';
import type { FactsStore } from './factsStore';
import type { FactsReader } from './parse';

/** Outcomes a worker keeps at hand: enough for the files on screen and the menu of their modes. */
const RECENT = 500;

export interface HashedText {
  readonly path: RepoPath;
  readonly text: string;
  readonly hash: ContentHash;
}

export interface Viewing {
  /** Looks up what is stored of these texts in one go, before they are asked for one by one. */
  prefetch(texts: readonly HashedText[]): Promise<void>;
  factsOf(text: HashedText): Promise<FactsOutcome>;
  render(view: ViewRequest, text: HashedText): Promise<RenderedBlock>;
  /** Hits of the store and texts parsed since the start. */
  statistics(): { readonly fromStore: number; readonly parsed: number };
}

export function createViewing(reader: FactsReader, store: FactsStore): Viewing {
  const recent = new Map<string, FactsOutcome>();
  let fromStore = 0;
  let parsed = 0;

  function keep(key: string, outcome: FactsOutcome): FactsOutcome {
    recent.set(key, outcome);
    for (const oldest of recent.keys()) {
      if (recent.size <= RECENT) break;
      recent.delete(oldest);
    }
    return outcome;
  }

  async function factsOf({ path, text, hash }: HashedText): Promise<FactsOutcome> {
    const language = languageOf(path).id;
    const key = `${language}/${hash}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const outcome = await reader.factsOf(text, language);
    parsed += 1;
    if (outcome.kind === 'facts') store.put(key, outcome.facts);
    return keep(key, outcome);
  }

  return {
    async prefetch(texts) {
      const keys = texts.map(({ path, hash }) => `${languageOf(path).id}/${hash}`);
      const absent = [...new Set(keys)].filter((key) => !recent.has(key));
      for (const [key, facts] of await store.get(absent)) {
        fromStore += 1;
        keep(key, { kind: 'facts', facts });
      }
    },
    factsOf,
    async render(view, source) {
      if (!needsFacts(view)) return renderView(view, source);
      const outcome = await factsOf(source);
      if (outcome.kind === 'facts') return renderView(view, { ...source, facts: outcome.facts });
      return renderView(view, { ...source, reason: outcome.reason });
    },
    statistics: () => ({ fromStore, parsed }),
  };
}
