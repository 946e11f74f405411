import { INSTRUCTIONS_KEY, LEGEND_KEY, sectionKey, symbolKey } from '../../core/document/block';
import type { TurnState } from '../../core/document/turn';
import { breakdownOf, type Breakdown } from '../../core/tiers/breakdown';
import { emptyTiers } from '../../core/tiers/emptyTiers';
import type { RepoPath } from '../../core/files/repoPath';
import type { LayerMoves } from '../../core/tiers/layers';
import type { StabilityTier } from '../../core/tiers/tier';
import type { Model } from '../../core/tokens/models';
import type { Composition } from '../composition/composition.svelte';
import type { Conversation } from '../groups/conversation';
import type { DocumentModel } from './document.svelte';
import {
  breakdownInput,
  isTrackedKey,
  nextMoves,
  seenPart,
  seenShares,
  standingsOf,
  tokensBefore,
  type SeenPart,
  type ArrangedDocument,
  type Standing,
} from './standings';

interface Parts {
  readonly composition: Pick<Composition, 'options'>;
  readonly document: DocumentModel;
  readonly conversation: Pick<Conversation, 'baselines' | 'turns'>;
}

/** How stable the parts of the document are, and how much of it the chat has seen. Computed only while the screen shows it. */
export class Stability {
  readonly #parts: Parts;
  readonly #standings = $derived.by(() => standingsOf(this.arranged));
  /** The beginning of the document that the chat already has. */
  readonly seen: SeenPart = $derived.by(() => seenPart(this.arranged));
  /** How much of each tier, from 0 to 1, the chat has seen already. */
  readonly seenShares: ReadonlyMap<StabilityTier, number> = $derived.by(() =>
    seenShares(this.#parts.document.blocks, this.seen, this.#standings),
  );
  readonly #tokensBefore = $derived.by(() => tokensBefore(this.#parts.document.blocks, this.seen));
  /** The moves that the next turn will cause. */
  readonly nextMoves: LayerMoves = $derived.by(() =>
    nextMoves(this.arranged, this.#parts.document.layersAfter),
  );

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get arranged(): ArrangedDocument {
    const { conversation, document } = this.#parts;
    const { blocks, arrangement, layers } = document;
    return { blocks, arrangement, layers, base: conversation.baselines.toUpdate };
  }

  /** Whether the discussion has a step to compare with. */
  get hasTurns(): boolean {
    return this.#parts.conversation.baselines.current !== undefined;
  }

  /** Whether there was a turn, but the next document is for a new chat. */
  get isNewChat(): boolean {
    return this.hasTurns && this.#parts.conversation.baselines.toUpdate === undefined;
  }

  /** Of a block, or of a file in the symbol map, by its key; undefined if the document doesn't have it. */
  of(key: string): Standing | undefined {
    return this.#standings.get(key);
  }

  /** Tokens of the seen part from the first of these blocks to its end; 0 if it contains none of them. */
  sentAgain(keys: Iterable<string>): number {
    let before = this.seen.tokens;
    for (const key of keys) before = Math.min(before, this.#tokensBefore.get(key) ?? before);
    return this.seen.tokens - before;
  }

  /** The same for a change of files. Lists of the selected files, and a symbol map that is one text, may be others then. */
  sentAgainWith(paths: readonly RepoPath[], change: 'mode' | 'untick'): number {
    const { fileTree, layout, promptOff, symbolMap } = this.#parts.composition.options;
    const isUnticked = change === 'untick';
    return this.sentAgain([
      ...paths.flatMap((path) => [`file:${path}`, symbolKey(path)]),
      ...(isUnticked && fileTree === 'selected' ? [sectionKey('fileTree')] : []),
      ...(isUnticked && !promptOff.has('workspace') ? [INSTRUCTIONS_KEY] : []),
      ...(symbolMap !== 'off' && layout === 'sections' ? [LEGEND_KEY] : []),
    ]);
  }

  /** The moves that the last turn caused. */
  get lastMoves(): LayerMoves | undefined {
    return this.#parts.conversation.baselines.current?.moves;
  }

  /** Cached tiers without a part of the document. */
  get emptyTiers(): number {
    return emptyTiers([...this.#standings].flatMap(([key, { tier }]) => (isTrackedKey(key) ? { tier } : [])));
  }

  /** The state that handing over the document leaves. */
  get stateAfter(): TurnState {
    const { aliases, layersAfter: layers } = this.#parts.document;
    // Copying the same document again is not a new turn, so the moves stay.
    const { isAgain } = this.#parts.document.arrangement;
    const moves = (isAgain ? this.lastMoves : undefined) ?? this.nextMoves;
    return { layers, moves, ...(aliases && { aliases }) };
  }

  breakdown(model: Model): Breakdown {
    const { composition, conversation, document } = this.#parts;
    const { turn } = conversation.baselines;
    // Copying the last turn's document again is no other turn.
    const again =
      document.arrangement.isAgain && turn?.part === 'whole' && turn.layout === composition.options.layout
        ? turn.id
        : undefined;
    const earlier = (conversation.turns.list ?? []).filter(
      ({ discussion, id, step }) => step === 'counted' && discussion === turn?.discussion && id !== again,
    );
    return breakdownOf(
      breakdownInput(this.arranged, {
        ...{ model, total: document.totals.tokens, standings: this.#standings, seen: this.seen },
        earlier: {
          tokens: earlier.reduce((sum, { tokens }) => sum + tokens, 0),
          emptyTiers: earlier.reduce((sum, { emptyTiers }) => sum + emptyTiers, 0),
        },
      }),
    );
  }
}
