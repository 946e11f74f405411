import { coalesce } from '../../core/async/coalesce';
import type { DiffUse } from '../../core/update/diffUse';
import type { Baselines } from '../conversation/baseline.svelte';
import type { Engine } from '../ports';
import type { SettingsData } from '../storage/settings.svelte';
import type { DocumentModel } from './document.svelte';
import { updateWanted } from './updateWanted';

interface Parts {
  readonly engine: Pick<Engine, 'assembleUpdate'>;
  readonly settings: { readonly data: Pick<SettingsData, 'countCopies' | 'updateDiffs'> };
  readonly conversation: { readonly baselines: Baselines };
  readonly document: DocumentModel;
}

interface Measured {
  /** What it was measured for. */
  readonly of: readonly unknown[];
  /** Undefined if there can be no update. */
  readonly tokens: number | undefined;
}

/** The tokens of an update of the last turn, as it would be copied now. */
export class ChangesMeasure {
  readonly #parts: Parts;
  readonly #measureLatest = coalesce(() => this.#measure());
  #measured = $state.raw<Measured | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the last turn can be updated. */
  get isOffered(): boolean {
    return this.#parts.conversation.baselines.toUpdate !== undefined;
  }

  /** Undefined while it is being measured. */
  get tokens(): number | undefined {
    return this.#isMeasured ? this.#measured?.tokens : undefined;
  }

  /** The tokens that were measured last, of this document or an earlier one. */
  get lastTokens(): number | undefined {
    return this.#measured?.tokens;
  }

  get #now(): readonly unknown[] {
    const { conversation, document, settings } = this.#parts;
    return [document.blocks, conversation.baselines.toUpdate, diffUse(settings.data)];
  }

  get #isMeasured(): boolean {
    const now = this.#now;
    return this.#measured?.of.every((each, at) => each === now[at]) === true;
  }

  /** Measures the update once the document has its numbers. Call whenever the document has changed. */
  measure(): Promise<void> {
    return this.#measureLatest();
  }

  async #measure(): Promise<void> {
    const { conversation, document, engine, settings } = this.#parts;
    const base = conversation.baselines.toUpdate;
    const { blocks, arrangement, totals } = document;
    if (base === undefined || !totals.exact || this.#isMeasured) return;
    const of = this.#now;
    const wanted = updateWanted(base, { blocks, arrangement }, diffUse(settings.data));
    // Copying says why there can be none.
    const update = await engine.assembleUpdate(wanted, false).catch(() => undefined);
    this.#measured = { of, tokens: update?.tokens };
  }
}

/** While copies don't count, the chat may have other texts than the last turn's, so diffs might not apply. */
export function diffUse({
  countCopies,
  updateDiffs,
}: Pick<SettingsData, 'countCopies' | 'updateDiffs'>): DiffUse {
  return countCopies ? updateDiffs : 'never';
}
