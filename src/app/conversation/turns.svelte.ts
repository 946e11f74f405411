import { serial } from '../../core/async/serial';
import { sectionKey } from '../../core/document/block';
import {
  groupsOf,
  isSameTurn,
  taskWords,
  turnBlock,
  type HandedBy,
  type Turn,
  type TurnBlock,
} from '../../core/document/turn';
import type { DocumentPart } from '../../core/document/plan';
import type { Notify } from '../notify';
import type { AssembledDocument, Clock, Engine, Storage } from '../ports';
import { storedBlocks, storeTurn, turnsFromStore, turnsKey } from './storedTurns';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'assembleKept' | 'keptBlocks'>;
  readonly storage: Storage;
  readonly clock: Pick<Clock, 'now'>;
  readonly notify: Notify;
}

/** A document for the user, and what it was made from. */
export interface HandedDocument extends AssembledDocument {
  readonly part: DocumentPart;
  /** The task when it was assembled. */
  readonly task: string;
  /** Id of the discussion at that time; empty for none. */
  readonly discussion: string;
}

const TASK = sectionKey('task');

/** Whether the task is in the document. */
export function hasTask({ blocks }: Pick<HandedDocument, 'blocks'>): boolean {
  return blocks.some(({ source }) => source.kind === 'text' && source.key === TASK);
}

/** Records of the last documents that the user has copied, downloaded, or saved. The engine keeps their texts. */
export class Turns {
  readonly #parts: Parts;
  readonly #stopWatching: () => void;
  readonly #inTurn = serial();
  #list = $state.raw<readonly Turn[] | undefined>();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const key = turnsKey(parts.id);
    this.#stopWatching = parts.storage.watch((keys) => {
      if (keys.includes(key) && this.#list !== undefined) void this.#read().catch(() => undefined); // Another tab has it.
    });
  }

  /** Newest first; undefined until `load`. */
  get list(): readonly Turn[] | undefined {
    return this.#list;
  }

  load(): Promise<void> {
    return this.#list === undefined ? this.#read() : Promise.resolve();
  }

  /** Records a document that the user has now. Returns the id of its turn. The user is notified if it can't be stored. */
  record(document: HandedDocument, by: HandedBy): string {
    const { blocks, part, hash, encoding, tokens, bytes, task } = document;
    const time = this.#parts.clock.now();
    const turn: Turn = {
      id: `${time.toString(36).padStart(9, '0')}-${crypto.randomUUID().slice(0, 8)}`,
      ...{ time, by, part, hash, encoding, tokens, bytes },
      files: blocks.filter(({ source }) => source.kind === 'file').length,
      groups: groupsOf(blocks),
      task: hasTask(document) ? taskWords(task) : '',
    };
    void this.#inTurn(() => this.#store(turn, blocks.map(turnBlock)));
    return turn.id;
  }

  /** Undefined if they are gone. */
  blocksOf({ id }: Turn): Promise<readonly TurnBlock[] | undefined> {
    const { storage, id: workspaceId } = this.#parts;
    return storedBlocks(storage, workspaceId, id);
  }

  /** The document as it was; undefined if texts of it are gone. */
  async textOf(turn: Turn): Promise<Blob | undefined> {
    const blocks = await this.blocksOf(turn);
    return blocks && this.#parts.engine.assembleKept(blocks.map(({ lead, hash }) => ({ lead, hash })));
  }

  /** The hashes of the blocks whose texts are gone. */
  async goneOf(blocks: readonly TurnBlock[] = []): Promise<ReadonlySet<string>> {
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

  #read(): Promise<void> {
    const { storage, id } = this.#parts;
    return this.#inTurn(async () => {
      const turns = turnsFromStore(await storage.get(turnsKey(id)));
      if (!this.#isClosed) this.#list = turns;
    });
  }

  async #store(turn: Turn, blocks: readonly TurnBlock[]): Promise<void> {
    const { storage, id, notify } = this.#parts;
    try {
      const all = await storeTurn(storage, id, { turn, blocks }, withTurn);
      if (!this.#isClosed) this.#list = all;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notify({ kind: 'warning', text: `Couldn't record this copy under Turns: ${reason}.` });
    }
  }
}

/** The same document again takes the place of the newest turn. */
function withTurn(turns: readonly Turn[], turn: Turn): readonly Turn[] {
  const [newest, ...older] = turns;
  return newest !== undefined && isSameTurn(newest, turn) ? [turn, ...older] : [turn, ...turns];
}
