import { untrack } from 'svelte';
import { coalesce } from '../../core/async/coalesce';
import type { PromptRequest } from '../../core/document/bodyRequest';
import type { Engine } from '../ports/engine';

/** A text with its token count. */
export interface CountedText {
  readonly text: string;
  readonly tokens: number;
}

interface Known {
  readonly request: PromptRequest;
  readonly version: unknown;
  readonly counted: CountedText | undefined;
}

/** The texts of the parts of the prompt with their tokens, each rendered and counted alone when first asked for. */
export class CountedTexts {
  readonly #engine: Pick<Engine, 'countTexts' | 'renderText'>;
  readonly #known = new Map<string, Known>();
  readonly #stale = new Set<string>();
  readonly #count: () => Promise<void>;
  #revision = $state(0);

  constructor(engine: Pick<Engine, 'countTexts' | 'renderText'>) {
    this.#engine = engine;
    this.#count = coalesce(() => this.#countStale());
  }

  /**
   * Undefined until counted, then the latest known text. Another `version` means that the text may be another; only then is
   * `make` called. Reading it makes a derived value follow the text.
   */
  of(part: string, version: unknown, make: () => PromptRequest): CountedText | undefined {
    void this.#revision;
    const known = this.#known.get(part);
    if (known === undefined || known.version !== version) {
      this.#known.set(part, { request: untrack(make), version, counted: known?.counted });
      this.#stale.add(part);
      queueMicrotask(() => void this.#count().catch(() => undefined)); // The engine has stopped, which the app reports.
    }
    return known?.counted;
  }

  /** Renders and counts texts at once, in order. */
  async count(requests: readonly PromptRequest[]): Promise<readonly CountedText[]> {
    const texts = await Promise.all(requests.map((request) => this.#engine.renderText(request)));
    const tokens = await this.#engine.countTexts(texts);
    return texts.map((text, at) => ({ text, tokens: tokens[at] ?? 0 }));
  }

  /** Counts everything again, in another encoding. */
  clear(): void {
    this.#known.clear();
    this.#revision += 1;
  }

  async #countStale(): Promise<void> {
    const wanted = [...this.#stale].flatMap((part) => {
      const known = this.#known.get(part);
      return known === undefined ? [] : [{ part, known }];
    });
    this.#stale.clear();
    if (wanted.length === 0) return;
    const counted = await this.count(wanted.map(({ known }) => known.request));
    for (const [at, { part, known }] of wanted.entries())
      if (this.#known.get(part) === known) this.#known.set(part, { ...known, counted: counted[at] });
    this.#revision += 1;
  }
}
