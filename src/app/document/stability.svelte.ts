import type { TurnState } from '../../core/document/turn';
import { breakdownOf, type Breakdown } from '../../core/messages/breakdown';
import { emptyTiers } from '../../core/messages/classicMessages';
import type { LayerMoves } from '../../core/tiers/layers';
import type { Model } from '../../core/tokens/models';
import type { Conversation } from '../groups/conversation';
import type { DocumentModel } from './document.svelte';
import {
  breakdownInput,
  isTrackedKey,
  nextMoves,
  seenPart,
  standingsOf,
  type SeenPart,
  type Stacked,
  type Standing,
} from './standings';

interface Parts {
  readonly document: DocumentModel;
  readonly conversation: Pick<Conversation, 'baselines' | 'turns'>;
}

/** How stable the parts of the document are, and what the chat has seen of it. Computed only while somebody looks. */
export class Stability {
  readonly #parts: Parts;
  readonly #standings = $derived.by(() => standingsOf(this.stacked));
  /** What the chat has seen already. */
  readonly seen: SeenPart = $derived.by(() => seenPart(this.stacked));
  /** What the next turn will move. */
  readonly nextMoves: LayerMoves = $derived.by(() =>
    nextMoves(this.stacked, this.#parts.document.layersAfter),
  );

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get stacked(): Stacked {
    const { conversation, document } = this.#parts;
    const { blocks, arrangement, layers } = document;
    return { blocks, arrangement, layers, base: conversation.baselines.toUpdate };
  }

  /** Whether a turn of the discussion counts, so that there is something to compare with. */
  get hasTurns(): boolean {
    return this.#parts.conversation.baselines.current !== undefined;
  }

  /** Of a block, or of a file in the symbol map, by its key; undefined if the document doesn't have it. */
  of(key: string): Standing | undefined {
    return this.#standings.get(key);
  }

  /** What the last turn moved. */
  get lastMoves(): LayerMoves | undefined {
    return this.#parts.conversation.baselines.current?.moves;
  }

  /** The state that handing over the document leaves. */
  get stateAfter(): TurnState {
    const { aliases, layersAfter: layers } = this.#parts.document;
    const tiers = Array.from(this.#standings, ([key, { tier }]) =>
      isTrackedKey(key) ? { tier } : [],
    ).flat();
    const left = { layers, moves: this.nextMoves, emptyTiers: emptyTiers(tiers) };
    return aliases === undefined ? left : { ...left, aliases };
  }

  breakdown(model: Model): Breakdown {
    const { conversation, document } = this.#parts;
    const { turn } = conversation.baselines;
    const earlier = (conversation.turns.list ?? []).filter(
      ({ discussion, step }) => step === 'counted' && discussion === turn?.discussion,
    );
    return breakdownOf(
      breakdownInput(this.stacked, {
        ...{ model, total: document.totals.tokens },
        earlier: {
          tokens: earlier.reduce((sum, { tokens }) => sum + tokens, 0),
          emptyTiers: earlier.reduce((sum, { emptyTiers }) => sum + emptyTiers, 0),
        },
      }),
    );
  }
}
