import { coalesce } from '../../core/async/coalesce';
import type { Baselines } from '../conversation/baseline.svelte';
import type { Engine } from '../ports';
import type { SettingsData } from '../storage/settings.svelte';
import type { DocumentModel } from './document.svelte';
import { updateWanted } from './updateWanted';

interface Parts {
  readonly engine: Pick<Engine, 'assembleUpdate'>;
  readonly settings: { readonly data: Pick<SettingsData, 'updateDiffs'> };
  readonly conversation: { readonly baselines: Baselines };
  readonly document: DocumentModel;
}

/** The tokens of an update of the last turn, as it would be copied now. */
export class ChangesMeasure {
  readonly #parts: Parts;
  readonly #measureLatest = coalesce(() => this.#measure());
  #measured = $state.raw<{ readonly of: object; readonly tokens: number } | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the last turn can be updated. */
  get isOffered(): boolean {
    return this.#parts.conversation.baselines.toUpdate !== undefined;
  }

  /** Undefined while it is being measured. */
  get tokens(): number | undefined {
    return this.#measured?.of === this.#parts.document.blocks ? this.#measured.tokens : undefined;
  }

  /** The tokens that were measured last, of this document or an earlier one. */
  get lastTokens(): number | undefined {
    return this.#measured?.tokens;
  }

  /** Measures the update once the document has its numbers. Call whenever the document has changed. */
  measure(): Promise<void> {
    return this.#measureLatest();
  }

  async #measure(): Promise<void> {
    const { conversation, document, engine, settings } = this.#parts;
    const base = conversation.baselines.toUpdate;
    const { blocks, arrangement, totals } = document;
    if (base === undefined || !totals.exact || this.tokens !== undefined) return;
    const wanted = updateWanted(base, { blocks, arrangement }, settings.data.updateDiffs);
    const { tokens } = await engine.assembleUpdate(wanted, false);
    this.#measured = { of: blocks, tokens };
  }
}
