import { coalesce } from '../../core/async/coalesce';
import type { PartLimits } from '../../core/parts/chatProfile';
import type { Part, SplitDocument } from '../../core/parts/part';
import { oneLine } from '../../core/compose/escapePath';
import type { Conversation } from '../groups/conversation';
import type { Engine, FoundSecret } from '../ports/engine';
import type { DocumentModel } from '../document/document.svelte';
import { assembleCurrent, type CurrentSources } from './assembleCurrent';

interface Parts extends CurrentSources {
  readonly engine: Pick<Engine, 'assemble' | 'measureFiles' | 'splitKept'>;
  readonly conversation: Pick<Conversation, 'attachments' | 'loaded' | 'turns'>;
  readonly document: DocumentModel;
}

/** Parts of a document. */
export interface Division {
  readonly limits: PartLimits;
  /** SHA-256 of the document. */
  readonly hash: string;
  readonly secrets: readonly FoundSecret[];
  readonly split: SplitDocument;
}

/** The document in parts for a chat that limits the size of a paste. The turn counts from its first part on. */
export class DocumentParts {
  readonly #parts: Parts;
  readonly #divideLatest = coalesce(() => this.#divide());
  #limits: PartLimits | undefined;
  #division = $state.raw<Division | undefined>();
  /** The blocks of the document that was divided. */
  #of = $state.raw<object | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined while it is being made. */
  get division(): Division | undefined {
    return this.#division;
  }

  get list(): readonly Part[] {
    const split = this.#division?.split;
    return split?.kind === 'parts' ? split.parts : [];
  }

  /** The indices of the parts that the user has copied. */
  get copied(): ReadonlySet<number> {
    const { inParts } = this.#parts.conversation.turns;
    return new Set(this.#isGoingOn ? inParts?.copied : []);
  }

  /** The first part that the user has not copied; undefined if there is none. */
  get next(): number | undefined {
    const { copied, list } = this;
    const next = list.findIndex((_, at) => !copied.has(at));
    return next < 0 ? undefined : next;
  }

  /** The name on screens of a block that was split. */
  titleOf(key: string): string {
    return this.#parts.document.blocks.find((block) => block.key === key)?.title ?? key;
  }

  /** Whether the document has changed since its parts were made. */
  get isOutdated(): boolean {
    return this.#of !== undefined && this.#of !== this.#parts.document.blocks;
  }

  /** Divides the present document. Parts of it that the user has copied before stay marked. */
  start(limits: PartLimits): Promise<void> {
    this.#limits = limits;
    return this.#divideLatest();
  }

  /** Notes that the user has a part. The first one has made a turn of the document; without that, nothing is noted. */
  async took(at: number): Promise<void> {
    const { conversation, document } = this.#parts;
    const { attachments, turns } = conversation;
    const division = this.#division;
    const before = this.#isGoingOn ? turns.inParts : undefined;
    const wasOutdated = before !== undefined && this.isOutdated;
    const turn = before?.turn ?? turns.list?.find((each) => each.hash === division?.hash)?.id;
    if (division === undefined || turn === undefined) return;
    const copied = [...new Set([...(before?.copied ?? []), at])];
    const isDone = copied.length === this.list.length;
    await this.#parts.secrets.handedOver(division.secrets);
    await turns.setInParts({ turn, limits: division.limits, copied, isDone });
    // If that can't be stored, the next document has the data of the attachments again.
    if (isDone) await attachments.sent(division).catch(() => undefined);
    // The first part makes a turn, and the last one sends the attachments. Neither makes the parts outdated.
    await document.settled();
    if (!wasOutdated) this.#of = document.blocks;
  }

  /** The number of parts that were copied of a document that has changed before all of them were. */
  get left(): number {
    const { inParts } = this.#parts.conversation.turns;
    if (this.#division === undefined || this.#isOfTurn || inParts?.isDone !== false) return 0;
    return inParts.copied.length;
  }

  get #isGoingOn(): boolean {
    return this.#isOfTurn && isSame(this.#parts.conversation.turns.inParts?.limits, this.#limits);
  }

  /** Whether the turn that was copied in parts is this document. */
  get #isOfTurn(): boolean {
    const { inParts, list } = this.#parts.conversation.turns;
    const turn = list?.find(({ id }) => id === inParts?.turn);
    return turn !== undefined && turn.hash === this.#division?.hash;
  }

  async #divide(): Promise<void> {
    const { conversation, document, engine } = this.#parts;
    const limits = this.#limits;
    if (limits === undefined) return;
    this.#division = undefined;
    const { planned, assembled } = await assembleCurrent(this.#parts, () => {
      const { blocks } = document;
      return { blocks, texts: document.referringTexts(blocks) };
    });
    const { blocks, texts } = planned;
    const kept = blocks.map(({ key, title, lead }, at) => ({
      ...{ key, title: oneLine(title), lead },
      hash: assembled.blocks[at]?.hash ?? '',
    }));
    const split = await engine.splitKept(kept, limits);
    if (split === undefined) throw new Error("its text couldn't be kept (too large, or no storage left)");
    if (limits !== this.#limits) return;
    this.#of = blocks;
    const division = { limits, hash: assembled.hash, secrets: assembled.secrets, split };
    conversation.attachments.printedIn(division, texts);
    this.#division = division;
  }
}

function isSame(one: PartLimits | undefined, other: PartLimits | undefined): boolean {
  return (
    one?.limit === other?.limit &&
    one?.unit === other?.unit &&
    one?.before === other?.before &&
    one?.after === other?.after
  );
}
