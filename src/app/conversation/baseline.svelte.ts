import type { Turn, TurnBlock, TurnState } from '../../core/document/turn';
import { NO_LAYERS, type Layers } from '../../core/tiers/layers';
import type { Composition } from '../composition/composition.svelte';
import type { Turns } from './turns.svelte';

interface Parts {
  readonly composition: Pick<Composition, 'options'>;
  readonly turns: Turns;
}

/** The last turn of a discussion that counts, which the next document is arranged and compared by. */
export interface Baseline extends TurnState {
  readonly turn: Turn;
  /** The whole document as it was. */
  readonly blocks: readonly TurnBlock[];
}

/** What the current discussion has been shown so far. */
export class Baselines {
  readonly #parts: Parts;
  /** The turn that was read last; without a baseline if its record is gone or unreadable. */
  #read = $state.raw<{ readonly id: string; readonly baseline: Baseline | undefined } | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The last turn of the current discussion that counts; undefined if there is none. */
  get turn(): Turn | undefined {
    const { composition, turns } = this.#parts;
    return turns.lastOf(composition.options.discussion);
  }

  /** Undefined if there is none. Until a new turn is read, that before it in the discussion. */
  get current(): Baseline | undefined {
    const { turn } = this;
    const { id, baseline } = this.#read ?? {};
    const isKnown = turn !== undefined && (id === turn.id || baseline?.turn.discussion === turn.discussion);
    return isKnown ? baseline : undefined;
  }

  /** Whether there is a last turn whose record can't be read. */
  get isLost(): boolean {
    const { turn } = this;
    return turn !== undefined && this.#read?.id === turn.id && this.#read.baseline === undefined;
  }

  /** Whether the record of the last turn is still to be read. */
  get pending(): boolean {
    const { turn } = this;
    return this.#parts.turns.list === undefined || (turn !== undefined && this.#read?.id !== turn.id);
  }

  /** The turn that an update would continue; undefined if the next document is for a new chat. */
  get toUpdate(): Baseline | undefined {
    const { current } = this;
    return current !== undefined && this.#parts.turns.isOver(current.turn) ? undefined : current;
  }

  /** The layers that the next document builds on. In a new chat, nothing has a place yet. */
  get layers(): Layers {
    const { current, toUpdate } = this;
    if (current === undefined) return NO_LAYERS;
    return toUpdate === undefined ? { ...current.layers, printed: [] } : current.layers;
  }

  /** Reads the record of the last turn if it is not read yet. */
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
