import { coalesce } from '../../core/async/coalesce';
import { isSameRequest, type PromptRequest } from '../../core/document/bodyRequest';
import type { Engine } from '../ports';

interface Counted {
  readonly request: PromptRequest;
  readonly version: string;
  readonly tokens: number | undefined;
}

/** Token counts of the parts of the prompt, each counted alone and when first asked for. */
export class PartTokens {
  readonly #engine: Pick<Engine, 'countTexts' | 'renderText'>;
  readonly #known = new Map<string, Counted>();
  readonly #stale = new Set<string>();
  readonly #count: () => Promise<void>;
  #revision = $state(0);

  constructor(engine: Pick<Engine, 'countTexts' | 'renderText'>) {
    this.#engine = engine;
    this.#count = coalesce(() => this.#countStale());
  }

  /**
   * Undefined until counted, then the latest known count. `version` changes when the same request may give another text.
   * Reading it makes a derived value follow the count.
   */
  of(part: string, request: PromptRequest, version: string): number | undefined {
    void this.#revision;
    const known = this.#known.get(part);
    if (known?.version !== version || !isSameRequest(known.request, request)) {
      this.#known.set(part, { request, version, tokens: known?.tokens });
      this.#stale.add(part);
      queueMicrotask(() => void this.#count().catch(() => undefined)); // The engine has stopped, which the app reports.
    }
    return known?.tokens;
  }

  async #countStale(): Promise<void> {
    const wanted = [...this.#stale].flatMap((part) => {
      const known = this.#known.get(part);
      return known === undefined ? [] : [{ part, known }];
    });
    this.#stale.clear();
    if (wanted.length === 0) return;
    const texts = await Promise.all(wanted.map(({ known }) => this.#engine.renderText(known.request)));
    const tokens = await this.#engine.countTexts(texts);
    for (const [at, { part, known }] of wanted.entries())
      if (this.#known.get(part) === known) this.#known.set(part, { ...known, tokens: tokens[at] });
    this.#revision += 1;
  }
}
