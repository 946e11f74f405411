import { coalesce } from '../../core/async/coalesce';
import type { DiffUse } from '../../core/update/diffUse';
import type { Baselines } from '../conversation/baselines.svelte';
import type { Engine } from '../ports/engine';
import type { SettingsData } from '../storage/settings.svelte';
import type { DocumentModel } from '../document/document.svelte';
import { updateWanted } from './updateWanted';

interface Parts {
  readonly engine: Pick<Engine, 'assembleUpdate'>;
  readonly settings: { readonly data: Pick<SettingsData, 'countCopies' | 'updateDiffs'> };
  readonly conversation: { readonly baselines: Baselines };
  readonly document: DocumentModel;
}

interface Measured {
  /** The blocks, the baseline, and the use of diffs when it was measured. */
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

  /** Whether there is a step that an update can continue. */
  get isOffered(): boolean {
    return this.#parts.conversation.baselines.toUpdate !== undefined;
  }

  /** Undefined while it is being measured. */
  get tokens(): number | undefined {
    return this.#isMeasured ? this.#measured?.tokens : undefined;
  }

  /** Whether the present document could not be compared with the last turn. */
  get hasFailed(): boolean {
    return this.#isMeasured && this.#measured?.tokens === undefined;
  }

  /** The last measured tokens, which may be those of an earlier document. */
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
    // Copying reports why an update is not possible.
    const update = await engine.assembleUpdate(wanted, false).catch(() => undefined);
    this.#measured = { of, tokens: update?.tokens };
  }
}

/** While copies don't count as steps, the chat may have seen texts that no step has, so diffs might not apply. */
export function diffUse({
  countCopies,
  updateDiffs,
}: Pick<SettingsData, 'countCopies' | 'updateDiffs'>): DiffUse {
  return countCopies ? updateDiffs : 'never';
}
