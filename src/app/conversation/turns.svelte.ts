import { serial } from '../../core/async/serial';
import { Signal } from '../../core/async/signal';
import { TASK_KEY } from '../../core/document/block';
import {
  groupsOf,
  isSameTurn,
  taskWords,
  turnBlock,
  type HandedBy,
  type HandedPart,
  type Turn,
  type TurnBlock,
  type TurnRecord,
  type TurnState,
} from '../../core/document/turn';
import type { MessagesFormat } from '../../core/apiMessages/format';
import type { LayoutName } from '../../core/settings/settings';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { KeptDocument, AssembledDocument, AssembledUpdate, Engine } from '../ports/engine';
import type { Storage } from '../ports/storage';
import {
  NO_TURNS,
  storedRecord,
  turnsFromStore,
  turnsKey,
  updateTurns,
  type CopiedParts,
  type TurnList,
} from './storedTurns';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'assembleKept' | 'keptBlocks'>;
  readonly storage: Storage;
  readonly clock: Pick<Clock, 'now'>;
  readonly notify: Notify;
}

/** An image that the document only links to, so that the user has to attach it in the chat. */
export interface ImageToAttach {
  /** Of its block. */
  readonly key: string;
  readonly title: string;
  /** Differs whenever the image does. */
  readonly hash: string;
}

/** A document for the user, and what it was made from. */
export interface HandedDocument extends AssembledDocument {
  readonly part: HandedPart;
  readonly layout: LayoutName;
  /** The task when it was assembled. */
  readonly task: string;
  /** Id of the discussion at that time; empty for none. */
  readonly discussion: string;
  /** The state that handing it over leaves; undefined if it is no step. */
  readonly state?: TurnState;
  /** Cached tiers without a part of the document. */
  readonly emptyTiers: number;
  /** The document as messages for an API, if that was handed over, and their format. */
  readonly messages?: Blob;
  readonly form?: MessagesFormat | undefined;
  /** The changes, if only they were handed over. */
  readonly update?: AssembledUpdate;
  /** The images that the document links to and that the chat has not been given. */
  readonly toAttach: readonly ImageToAttach[];
}

/** Whether the task is in the document. */
export function hasTask({ blocks }: Pick<HandedDocument, 'blocks'>): boolean {
  return blocks.some(({ source }) => source.kind === 'text' && source.key === TASK_KEY);
}

/** Records of the last documents that the user has copied, downloaded, or saved. The engine keeps their texts. */
export class Turns {
  readonly #parts: Parts;
  readonly #stopWatching: () => void;
  readonly #inTurn = serial();
  /** After the list has changed. */
  readonly changed = new Signal();
  #list = $state.raw<TurnList | undefined>();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const key = turnsKey(parts.id);
    this.#stopWatching = parts.storage.watch((keys) => {
      if (keys.includes(key) && this.#list !== undefined) void this.refresh().catch(() => undefined); // Another tab has it.
    });
  }

  /** Newest first; undefined until `load`. */
  get list(): readonly Turn[] | undefined {
    return this.#list?.turns;
  }

  load(): Promise<void> {
    return this.#list === undefined ? this.refresh() : Promise.resolve();
  }

  /** Reads the list again, which another tab may have changed. If it can't be read, the list stays as it is. */
  refresh(): Promise<void> {
    const { storage, id } = this.#parts;
    return this.#inTurn(async () => {
      try {
        this.#show(turnsFromStore(await storage.get(turnsKey(id))));
      } catch (error) {
        if (this.#list === undefined) this.#show(NO_TURNS);
        throw error;
      }
    });
  }

  /** The last step of a discussion. */
  lastOf(discussion: string): Turn | undefined {
    return this.list?.find((turn) => turn.step === 'counted' && turn.discussion === discussion);
  }

  /** Whether a turn that was undone can count again: no later turn of its discussion does. */
  canCount(turn: Turn): boolean {
    if (turn.step !== 'undone') return false;
    const last = this.lastOf(turn.discussion);
    return last === undefined || last.id < turn.id;
  }

  /** Whether the user has started a new chat since this turn. */
  isOver({ id, discussion }: Turn): boolean {
    return this.#list?.over.get(discussion) === id;
  }

  newId(): string {
    return `${this.#parts.clock.now().toString(36).padStart(9, '0')}-${crypto.randomUUID().slice(0, 8)}`;
  }

  /**
   * Records a document that the user has now, as a turn of a discussion. If that was created for it, all turns without a discussion
   * go there. The user is notified if it can't be stored.
   */
  async record(id: string, document: HandedDocument, by: HandedBy, discussion: string): Promise<void> {
    const { part, layout, hash, encoding, tokens, bytes, task, state, update, form } = document;
    const blocks = document.blocks.map(turnBlock);
    const sent = update?.blocks ?? blocks;
    const turn: Turn = {
      ...{ id, time: this.#parts.clock.now(), by, part, layout, discussion },
      step: state === undefined ? 'none' : 'counted',
      ...(update === undefined ? { hash, tokens, bytes } : ofUpdate(update)),
      encoding,
      ...(form && { form }),
      files: sent.filter(({ key }) => key.startsWith('file:')).length,
      groups: groupsOf(sent),
      emptyTiers: document.emptyTiers,
      task: hasTask(document) ? taskWords(task) : '',
    };
    const record: TurnRecord = {
      blocks,
      ...(update && { sent: update.blocks }),
      ...(state && { state }),
    };
    const moved = document.discussion === '' ? discussion : '';
    await this.#update(
      (list) => withTurn(movedTo(list, '', moved), turn),
      { id, record },
      "Couldn't record this copy under Turns",
    );
  }

  /** Takes a turn out of the steps of its discussion, or puts it back. */
  async setStep({ id }: Turn, step: 'counted' | 'undone'): Promise<void> {
    await this.#update((list) => ({
      ...list,
      turns: list.turns.map((turn) => (turn.id === id ? { ...turn, step } : turn)),
    }));
  }

  /** Moves all turns of a discussion to another; empty for none. */
  async move(from: string, to: string): Promise<void> {
    await this.#update((list) => movedTo(list, from, to));
  }

  /** Marks the next document of a discussion as one for a new chat, or removes that mark. Resolves to false if storing fails. */
  startOver({ id, discussion }: Turn, isOver: boolean): Promise<boolean> {
    return this.#update((list) => {
      const over = new Map(list.over);
      if (isOver) over.set(discussion, id);
      else over.delete(discussion);
      return { ...list, over };
    });
  }

  /** The last turn that was copied in parts, and the parts that were copied. */
  get inParts(): CopiedParts | undefined {
    return this.#list?.inParts;
  }

  async setInParts(inParts: CopiedParts): Promise<void> {
    await this.#update((list) => ({ ...list, inParts }));
  }

  /** Undefined if it is gone. */
  recordOf({ id }: Turn): Promise<TurnRecord | undefined> {
    const { storage, id: workspaceId } = this.#parts;
    return storedRecord(storage, workspaceId, id);
  }

  /** The document that the user got; undefined if parts of it are gone. */
  async documentOf(turn: Turn): Promise<KeptDocument | undefined> {
    const record = await this.recordOf(turn);
    const sent = record && (record.sent ?? record.blocks);
    return sent && this.#parts.engine.assembleKept(sent.map(({ key, lead, hash }) => ({ key, lead, hash })));
  }

  /** The hashes of the blocks whose texts are gone. */
  async goneOf(blocks: readonly Pick<TurnBlock, 'hash'>[] = []): Promise<ReadonlySet<string>> {
    const hashes = [...new Set(blocks.map(({ hash }) => hash))];
    const kept = await this.#parts.engine.keptBlocks(hashes);
    return new Set(hashes.filter((hash) => !kept.has(hash)));
  }

  /** Resolves when all turns so far are stored or have failed. */
  flush(): Promise<void> {
    return this.#inTurn(() => Promise.resolve());
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
  }

  #show(list: TurnList): void {
    if (this.#isClosed) return;
    this.#list = list;
    this.changed.emit();
  }

  /** Resolves to whether it is stored. Tells the user if not, in words that begin with `failure`. */
  #update(
    change: (list: TurnList) => TurnList,
    added?: { readonly id: string; readonly record: TurnRecord },
    failure = "Couldn't change the turns",
  ): Promise<boolean> {
    const { storage, id, notify } = this.#parts;
    return this.#inTurn(async () => {
      try {
        this.#show(await updateTurns(storage, id, change, added));
        return true;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        notify({ kind: 'warning', text: `${failure}: ${reason}.` });
        return false;
      }
    });
  }
}

/** The same document again takes the place of the newest turn. */
function withTurn(list: TurnList, turn: Turn): TurnList {
  const [newest, ...older] = list.turns;
  if (newest === undefined || !isSameTurn(newest, turn)) return { ...list, turns: [turn, ...list.turns] };
  const { inParts } = list;
  const isInParts = inParts?.turn === newest.id;
  return {
    ...list,
    turns: [turn, ...older],
    inParts: isInParts ? { ...inParts, turn: turn.id } : inParts,
  };
}

/** Moves the turns of one discussion to another; empty for none. */
function movedTo(list: TurnList, from: string, to: string): TurnList {
  if (from === to) return list;
  const turns = list.turns.map((turn) => (turn.discussion === from ? { ...turn, discussion: to } : turn));
  const over = new Map(list.over);
  const last = over.get(from);
  over.delete(from);
  if (last !== undefined) over.set(to, last);
  return { ...list, turns, over };
}

function ofUpdate({ hash, tokens, bytes }: AssembledUpdate): Pick<Turn, 'hash' | 'tokens' | 'bytes'> {
  return { hash, tokens, bytes };
}
