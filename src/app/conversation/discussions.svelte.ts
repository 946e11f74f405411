import { serial } from '../../core/async/serial';
import { Signal } from '../../core/async/signal';
import {
  asTitle,
  EMPTY_DISCUSSION,
  insertion,
  takeAt,
  withChange,
  type Discussion,
  type Message,
  type NewMessage,
} from '../../core/conversation/discussion';
import type { ForeignMessage } from '../../core/conversation/foreignMessage';
import type { Besides } from '../../core/conversation/importers/importer';
import { linesOf, promotion, shortTitle, takeTitle, type Line } from '../../core/conversation/takes';
import type { Composition } from '../composition/composition.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Engine } from '../ports/engine';
import type { Storage } from '../ports/storage';
import { Saving } from '../storage/saving';
import { discussionPrefix } from '../storage/workspaceState';
import { OpenDiscussion } from './openDiscussion.svelte';
import { MessageTokens } from './messageTokens.svelte';
import {
  discussionKey,
  fromStore,
  loadDiscussions,
  revisionInStore,
  toStore,
  type StoredDiscussion,
} from './storedDiscussions';

interface Parts {
  /** Id of the workspace. */
  readonly id: string;
  readonly engine: Pick<Engine, 'countTexts'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
  /** Has the id of the current discussion, which all tabs share. */
  readonly composition: Pick<Composition, 'options' | 'remember'>;
}

/** The parts of a discussion to begin. */
export interface NewDiscussion {
  readonly messages: readonly NewMessage[];
  readonly title: string;
  readonly besides?: Besides | undefined;
}

/** Discussions to write in one transaction. */
const GROUP = 200;

const NONE: readonly Message[] = [];

/** The discussions of a workspace. Tabs merge their changes message by message. */
export class Discussions {
  /** The messages of the current discussion may have changed. */
  readonly changed = new Signal();
  readonly tokens: MessageTokens;
  readonly #parts: Parts;
  readonly #saving: Saving;
  readonly #stopWatching: () => void;
  /** Serializes reads and writes, so that a read never returns a state older than the last write. */
  readonly #inTurn = serial();
  #open = $state.raw<ReadonlyMap<string, OpenDiscussion>>(new Map());
  #isClosed = false;
  /** The time in the last id. */
  #lastTime = 0;

  /** Newest first. */
  readonly list: readonly OpenDiscussion[] = $derived([...this.#open.values()].sort(byAge));

  /** The same, each together with its takes. */
  readonly lines: readonly (readonly OpenDiscussion[])[] = $derived(linesOf(this.list));

  constructor(parts: Parts) {
    this.#parts = parts;
    this.tokens = new MessageTokens(parts.engine);
    this.#saving = new Saving(
      parts.clock,
      () => this.#inTurn(() => this.#save()),
      (reason) => {
        parts.notify({
          kind: 'error',
          text: `Couldn't save the discussion: ${reason}`,
          details: ['It is kept in this tab. Strata tries to save again after the next change.'],
          offer: 'export',
        });
      },
    );
    const prefix = discussionPrefix(parts.id);
    this.#stopWatching = parts.storage.watch((keys) => {
      const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      if (ids.length > 0) void this.#inTurn(() => this.#follow(ids)).catch(() => undefined); // The next save reports the error.
    });
  }

  get current(): OpenDiscussion | undefined {
    return this.#open.get(this.#parts.composition.options.discussion);
  }

  /** The messages of the current discussion; the same list until they change. */
  get messages(): readonly Message[] {
    return this.current?.messages ?? NONE;
  }

  /** The messages of the current discussion as the model sees them; the same list until they change. */
  get seen(): readonly Message[] {
    return this.current?.loaded.messages ?? NONE;
  }

  async load(): Promise<void> {
    const found = await this.#inTurn(() => loadDiscussions(this.#parts, this.#parts.id));
    const loaded = found.map((stored) => [stored.id, this.#opened(stored.id, stored)] as const);
    // A discussion may have been begun meanwhile.
    this.#show(new Map([...loaded, ...this.#open]));
  }

  select(id: string): void {
    this.#parts.composition.remember({ discussion: id });
  }

  /** Begins a discussion and selects it. */
  create(messages: readonly ForeignMessage[] = [], title = ''): OpenDiscussion {
    const created = this.prepare({ messages: this.newMessages(messages), title });
    this.add([created]);
    this.select(created.id);
    return created;
  }

  /** Makes a discussion, which `add` shows and saves. */
  prepare({ messages, title, besides }: NewDiscussion): OpenDiscussion {
    const parts = { ...insertion(EMPTY_DISCUSSION, 0, messages), ...besides, title: asTitle(title) };
    return this.#opened(this.#newId(), { discussion: withChange(EMPTY_DISCUSSION, parts) });
  }

  /** Begins discussions without selecting any. */
  add(prepared: readonly OpenDiscussion[]): void {
    this.#show(new Map([...this.#open, ...prepared.map((each) => [each.id, each] as const)]));
    this.#saving.changed();
  }

  /** Makes a take of the current discussion that ends with the message at `index`, and selects it. */
  branch(index: number): void {
    const { current } = this;
    if (current === undefined) return;
    const { messages, ...parts } = takeAt(current.now, index);
    const [main = current] = this.#lineOf(current);
    const titles = this.list.map(({ title }) => title);
    const take = this.create();
    take.set({
      ...parts,
      messages: new Map(messages.map((message) => [message.id, message])),
      title: takeTitle(current.title || 'Discussion', titles),
      takeOf: main.takeOf || main.id,
    });
    this.#parts.notify({ kind: 'done', text: `Branched into “${shortTitle(take.title)}”.` });
  }

  /** Makes a take the main discussion of its group, which then is a take. The message about it offers to undo that. */
  promote(take: OpenDiscussion): void {
    const line = this.#lineOf(take);
    const before = line.map(({ id, now: { title, takeOf } }) => ({ id, title, takeOf }));
    const [main] = line;
    this.#setLines(promotion(line, take));
    const former =
      main !== undefined && main !== take ? ` The former one is kept as “${shortTitle(main.title)}”.` : '';
    this.#parts.notify({
      kind: 'done',
      text: `This take is now “${shortTitle(take.title)}”.${former}`,
      offer: {
        label: 'Undo',
        run: () => {
          if (!this.#isClosed) this.#setLines(before);
        },
      },
    });
  }

  newMessages(messages: readonly ForeignMessage[]): readonly NewMessage[] {
    const now = this.#parts.clock.now();
    return messages.map(({ role, content, time = now, collapsed = false }) => ({
      ...{ id: crypto.randomUUID(), role, content, time, collapsed },
    }));
  }

  /** Deletes a discussion and selects the newest one. The message about it offers to restore it. */
  remove({ id, title }: OpenDiscussion): void {
    const removed = this.#open.get(id);
    if (removed === undefined) return;
    this.#drop(id, this.list.find((other) => other !== removed)?.id);
    const { notify } = this.#parts;
    const restore = () => {
      if (this.#isClosed) return;
      removed.removed();
      this.#show(new Map([...this.#open, [id, removed]]));
      this.select(id);
      this.#saving.changed();
    };
    notify({
      kind: 'done',
      text: `Deleted ${title === '' ? 'the discussion' : `“${title}”`}.`,
      offer: { label: 'Undo', run: restore },
    });
  }

  /**
   * Removes a discussion that has no messages, title, or pinned message, as if it had never been begun. It comes back with what
   * another tab has added to it.
   */
  dropIfEmpty(one: OpenDiscussion): void {
    if (!isEmpty(one.now)) return;
    this.#close(one.id);
    this.#inTurnToDelete(async () => {
      await this.#store([one]);
      if (isEmpty(one.now)) await this.#removeUnchanged(one);
      else if (!this.#isClosed) this.#show(new Map([...this.#open, [one.id, one]]));
    });
  }

  /** Resolves when all changes so far are stored or have failed. */
  flush(): Promise<void> {
    return this.#saving.flush();
  }

  /** The values that `flush` would store. */
  unstored(): readonly (readonly [key: string, value: unknown])[] {
    return [...this.#open].map(([id, { now, revision = 0 }]) => [
      discussionKey(this.#parts.id, id),
      toStore({ discussion: now, revision }),
    ]);
  }

  /** Saves pending changes and stops following other tabs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopWatching();
    await this.flush();
  }

  #lineOf(discussion: OpenDiscussion): readonly OpenDiscussion[] {
    return this.lines.find((line) => line.includes(discussion)) ?? [discussion];
  }

  #setLines(lines: readonly Line[]): void {
    for (const { id, title, takeOf } of lines) this.#open.get(id)?.set({ title, takeOf });
  }

  /** Removes a discussion and its record. If it was the current one, `next` is. */
  #drop(id: string, next: string | undefined): void {
    this.#close(id, next);
    const { storage, id: workspaceId } = this.#parts;
    this.#inTurnToDelete(() => storage.remove(discussionKey(workspaceId, id)));
  }

  /** Removes a discussion from the list. If it was the current one, `next` is. */
  #close(id: string, next = ''): void {
    this.#show(new Map([...this.#open].filter(([other]) => other !== id)));
    if (this.#parts.composition.options.discussion === id) this.select(next);
  }

  /** Removes the record of a discussion unless another tab has written it since. */
  #removeUnchanged({ id, revision }: OpenDiscussion): Promise<void> {
    const remove = (stored: unknown) => (revisionInStore(stored) === revision ? undefined : stored);
    return this.#parts.storage.updateAll(new Map([[discussionKey(this.#parts.id, id), remove]]));
  }

  #inTurnToDelete(task: () => Promise<void>): void {
    void this.#inTurn(task).catch((error: unknown) => {
      this.#parts.notify({ kind: 'error', text: `Couldn't delete the discussion: ${String(error)}` });
    });
  }

  #opened(id: string, from: ConstructorParameters<typeof OpenDiscussion>[2]): OpenDiscussion {
    const onchange = () => {
      this.changed.emit();
      this.#saving.changed();
    };
    return new OpenDiscussion(id, { newId: () => crypto.randomUUID(), onchange }, from);
  }

  #show(open: ReadonlyMap<string, OpenDiscussion>): void {
    this.#open = open;
    this.changed.emit();
  }

  /** Saves the current discussion first, on its own, so that it does not wait or fail with thousands of imported ones. */
  async #save(): Promise<void> {
    const { current } = this;
    if (current?.isUnsaved === true) await this.#store([current]);
    const others = [...this.#open.values()].filter((one) => one !== current && one.isUnsaved);
    for (let at = 0; at < others.length; at += GROUP) await this.#store(others.slice(at, at + GROUP));
  }

  /** Stores all of them or, if one fails, none. */
  async #store(group: readonly OpenDiscussion[]): Promise<void> {
    const { storage, id: workspaceId } = this.#parts;
    const saved = new Map<
      OpenDiscussion,
      { readonly next: StoredDiscussion; readonly written: Discussion }
    >();
    const change = (one: OpenDiscussion) => (stored: unknown) => {
      const written = one.now; // It may have changed while the storage was busy.
      const revision = stored === undefined ? 0 : (revisionInStore(stored) ?? 0);
      const theirs = revision === (one.revision ?? 0) ? undefined : fromStore(stored)?.discussion;
      const next = { discussion: one.merged(theirs), revision: revision + 1 };
      saved.set(one, { next, written });
      return toStore(next);
    };
    await storage.updateAll(new Map(group.map((one) => [discussionKey(workspaceId, one.id), change(one)])));
    for (const [one, { next, written }] of saved) one.saved(next, written);
  }

  /** Takes what another tab has stored in one transaction. */
  async #follow(ids: readonly string[]): Promise<void> {
    const { storage, id: workspaceId } = this.#parts;
    const found = await Promise.all(
      ids.map(async (id) => [id, fromStore(await storage.get(discussionKey(workspaceId, id)))] as const),
    );
    if (this.#isClosed) return;
    const open = new Map(this.#open);
    for (const [id, stored] of found) {
      const own = open.get(id);
      if (stored !== undefined && own !== undefined) own.take(stored);
      else if (stored !== undefined) open.set(id, this.#opened(id, stored));
      // Deleted in another tab. Changes that are not stored yet bring it back.
      else if (own?.isUnsaved === false) open.delete(id);
    }
    if (open.size !== this.#open.size || [...open.keys()].some((id) => !this.#open.has(id))) this.#show(open);
  }

  /** Later ids sort after earlier ones. */
  #newId(): string {
    this.#lastTime = Math.max(this.#parts.clock.now(), this.#lastTime + 1);
    return `${this.#lastTime.toString(36).padStart(9, '0')}-${crypto.randomUUID().slice(0, 8)}`;
  }
}

/** Without a message, a title, or a pinned message. */
function isEmpty({ messages, title, workspaceMessage, exchange }: Discussion): boolean {
  return messages.length === 0 && title === '' && workspaceMessage === '' && exchange === undefined;
}

function byAge(one: OpenDiscussion, other: OpenDiscussion): number {
  return one.id < other.id ? 1 : -1;
}
