import type { Turn, TurnBlock, TurnState } from '../../core/document/turn';
import { NO_LAYERS, type Layers } from '../../core/tiers/layers';
import type { Composition } from '../composition/composition.svelte';
import type { Turns } from './turns.svelte';

interface Parts {
  readonly composition: Pick<Composition, 'options'>;
  readonly turns: Turns;
}

/** The last step of a discussion. The next document is arranged and compared by it. */
export interface Baseline extends TurnState {
  readonly turn: Turn;
  /** All blocks of its document. */
  readonly blocks: readonly TurnBlock[];
}

/** Reads the last step of the current discussion, which the next document builds on. */
export class Baselines {
  readonly #parts: Parts;
  /** The step that was read last; without a baseline if its record is gone or unreadable. */
  #read = $state.raw<{ readonly id: string; readonly baseline: Baseline | undefined } | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The last step of the current discussion; undefined if there is none. */
  get turn(): Turn | undefined {
    const { composition, turns } = this.#parts;
    return turns.lastOf(composition.options.discussion);
  }

  /** Undefined if there is none. Until the record of a new step is read, this is the step before it. */
  get current(): Baseline | undefined {
    const { turn } = this;
    const { id, baseline } = this.#read ?? {};
    const isKnown = turn !== undefined && (id === turn.id || baseline?.turn.discussion === turn.discussion);
    return isKnown ? baseline : undefined;
  }

  /** True if the record of the last step can't be read. */
  get isLost(): boolean {
    const { turn } = this;
    return turn !== undefined && this.#read?.id === turn.id && this.#read.baseline === undefined;
  }

  /** True until the record of the last step is read. */
  get pending(): boolean {
    const { turn } = this;
    return this.#parts.turns.list === undefined || (turn !== undefined && this.#read?.id !== turn.id);
  }

  /** The step that an update would continue; undefined if the next document is for a new chat. */
  get toUpdate(): Baseline | undefined {
    const { current } = this;
    return current !== undefined && this.#parts.turns.isOver(current.turn) ? undefined : current;
  }

  /** The layers that the next document builds on. In a new chat, no block has a place yet. */
  get layers(): Layers {
    const { current, toUpdate } = this;
    if (current === undefined) return NO_LAYERS;
    return toUpdate === undefined ? { ...current.layers, printed: [] } : current.layers;
  }

  /** Reads the record of the last step if it has not been read yet. */
  async load(): Promise<void> {
    for (let { turn } = this; turn !== undefined && this.#read?.id !== turn.id; { turn } = this)
      this.#read = { id: turn.id, baseline: await this.of(turn) };
  }

  /** Undefined if the turn is no step, or if its record is gone or unreadable. */
  async of(turn: Turn): Promise<Baseline | undefined> {
    const { blocks, state } = (await this.#parts.turns.recordOf(turn).catch(() => undefined)) ?? {};
    return blocks && state && { ...state, turn, blocks };
  }
}
