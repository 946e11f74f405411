import { leadText } from '../../core/document/plan';
import type { Engine } from '../ports/engine';

/** Token counts of leads. The engine counts each lead once. */
export class LeadTokens {
  readonly #engine: Pick<Engine, 'countTexts'>;
  #counted = $state.raw<ReadonlyMap<string, number>>(new Map());
  #round = 0;

  constructor(engine: Pick<Engine, 'countTexts'>) {
    this.#engine = engine;
  }

  /** By lead; a new map when more leads are counted. */
  get tokens(): ReadonlyMap<string, number> {
    return this.#counted;
  }

  areCounted(leads: ReadonlySet<string>): boolean {
    return [...leads].every((lead) => this.#counted.has(lead));
  }

  /** Counts the leads that are not counted yet. */
  async count(leads: Iterable<string>): Promise<void> {
    const missing = [...leads].filter((lead) => !this.#counted.has(lead));
    if (missing.length === 0) return;
    const round = this.#round;
    const tokens = await this.#engine.countTexts(missing.map(leadText));
    if (round !== this.#round) return; // These are counts in an earlier encoding.
    this.#counted = new Map([
      ...this.#counted,
      ...missing.map((lead, at) => [lead, tokens[at] ?? 0] as const),
    ]);
  }

  /** Drops all counts after a change of encoding. */
  clear(): void {
    this.#counted = new Map();
    this.#round += 1;
  }
}
