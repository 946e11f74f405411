import type { Checkpoint } from '../../core/conversation/checkpoint';
import {
  foldAgain,
  foldOf,
  removalOf,
  setCheckpoint,
  type CompressionLimits,
  type Fold,
} from '../../core/conversation/compression';
import {
  asTitle,
  edit,
  EMPTY_DISCUSSION,
  insertion,
  inverseOf,
  joined,
  move,
  titleOf,
  withChange,
  type Discussion,
  type DiscussionChange,
  type Message,
  type NewMessage,
} from '../../core/conversation/discussion';
import { isCommitted, type Exchange } from '../../core/conversation/exchange';
import {
  committing,
  opening,
  rollingBack,
  updating,
  type ExchangeStep,
  type Refusal,
} from '../../core/conversation/exchangeSteps';
import { loadDiscussion, type LoadedDiscussion } from '../../core/conversation/loadedDiscussion';
import { hashOfMessage, hashOfMessages } from '../../core/conversation/messageHash';
import { isSameDiscussion, mergeDiscussions, stepChange } from '../../core/conversation/merge';
import { asRole } from '../../core/conversation/roles';
import type { StoredDiscussion } from './storedDiscussions';

interface Step {
  readonly name: string;
  readonly back: DiscussionChange;
  readonly forth: DiscussionChange;
  /** Consecutive steps with the same key become one. */
  readonly mergeKey: string | undefined;
}

const STEPS_KEPT = 100;

/** Without a revision, it is not stored yet. */
type NewOrStored = Pick<StoredDiscussion, 'discussion'> & Partial<StoredDiscussion>;

/** A discussion in this tab. All changes by the user can be undone, except folding. */
export class OpenDiscussion {
  readonly id: string;
  readonly #onchange: () => void;
  readonly #newId: () => string;
  #now = $state.raw<Discussion>(EMPTY_DISCUSSION);
  #done = $state.raw<readonly Step[]>([]);
  #undone = $state.raw<readonly Step[]>([]);
  /** As this tab last read or stored it. */
  #base: Discussion;
  #revision: number | undefined;

  readonly title: string = $derived(titleOf(this.#now));
  readonly #messages = $derived(this.#now.messages);
  readonly #checkpoints = $derived(this.#now.checkpoints);
  /** As the model sees it. */
  readonly loaded: LoadedDiscussion = $derived(
    loadDiscussion({ messages: this.#messages, checkpoints: this.#checkpoints }),
  );
  readonly #hashes = new WeakMap<Message, string>();

  constructor(
    id: string,
    { newId, onchange }: { readonly newId: () => string; readonly onchange: () => void },
    { discussion, revision }: NewOrStored,
  ) {
    this.id = id;
    this.#newId = newId;
    this.#onchange = onchange;
    this.#base = discussion;
    this.#now = discussion;
    this.#revision = revision;
  }

  get now(): Discussion {
    return this.#now;
  }

  get takeOf(): string {
    return this.#now.takeOf;
  }

  get messages(): readonly Message[] {
    return this.#now.messages;
  }

  /** The revision that this tab last stored or read; undefined if the discussion is not stored. */
  get revision(): number | undefined {
    return this.#revision;
  }

  get isUnsaved(): boolean {
    return this.#revision === undefined || !isSameDiscussion(this.#now, this.#base);
  }

  get undoName(): string | undefined {
    return this.#done.at(-1)?.name;
  }

  get redoName(): string | undefined {
    return this.#undone.at(-1)?.name;
  }

  /** Inserts messages before the one at `index`. */
  insert(index: number, messages: readonly NewMessage[], name: string): void {
    this.#apply(insertion(this.#now, index, messages), name);
  }

  /** Appends imported messages as one step. Their pinned message is taken if there is none. */
  append(messages: readonly NewMessage[], workspaceMessage: string): void {
    const isPinned = this.#now.workspaceMessage === '';
    const change = insertion(this.#now, this.#messages.length, messages);
    this.#apply({ ...change, ...(isPinned && { workspaceMessage }) }, 'Import messages');
  }

  /** Typing in one message is one step, until another step or `endTyping`. */
  setContent(id: string, content: string): void {
    this.#apply(edit(this.#now, new Set([id]), { content }), 'Edit message', `content ${id}`);
  }

  /** The next change of a text is a new step. */
  endTyping(): void {
    const last = this.#done.at(-1);
    if (last?.mergeKey !== undefined)
      this.#done = [...this.#done.slice(0, -1), { ...last, mergeKey: undefined }];
  }

  setRole(id: string, role: string): void {
    this.#apply(edit(this.#now, new Set([id]), { role: asRole(role) }), 'Change role');
  }

  fold(ids: ReadonlySet<string>, collapsed: boolean): void {
    this.#update(edit(this.#now, ids, { collapsed }));
  }

  remove(id: string): void {
    this.#apply(removalOf(this.#now, new Set([id])), 'Delete message');
  }

  /** The messages to fold into a summary; undefined within the limits, or if all stay. */
  foldOf(limits: CompressionLimits, tokensOf: (message: Message) => number): Fold | undefined {
    return foldOf(this.#now, limits, tokensOf);
  }

  /** The messages to make the summary of a checkpoint of again. */
  foldAgain(checkpoint: Checkpoint): Fold {
    return foldAgain(this.#now, checkpoint, (each) => this.isStale(each));
  }

  /** Whether a message that the checkpoint covers has changed. */
  isStale({ covers, hash }: Checkpoint): boolean {
    return hash !== hashOfMessages(this.#messages, covers, (message) => this.#hashOf(message));
  }

  /** Puts a summary in the place of messages. False if messages that it covers are no longer there. */
  setCheckpoint(made: Checkpoint): boolean {
    const ids = new Set(this.#now.messages.map(({ id }) => id));
    if (!made.covers.every((id) => ids.has(id))) return false;
    const isNew = this.#now.checkpoints.every(({ id }) => id !== made.id);
    this.#apply(setCheckpoint(this.#now, made), isNew ? 'Compress discussion' : 'Change summary');
    return true;
  }

  /** Shows the messages again that these checkpoints cover. */
  removeCheckpoints(removed: readonly Checkpoint[]): void {
    const checkpoints = this.#now.checkpoints.filter((each) => !removed.includes(each));
    this.#apply({ checkpoints }, 'Remove summary');
  }

  /** Moves a message to `index` among the others. */
  move(id: string, index: number): void {
    const change = move(this.#now, id, index);
    if (change !== undefined) this.#apply(change, 'Move message');
  }

  /** Opens an exchange. Returns why it is refused, if so. */
  openExchange(opened: Exchange): Refusal | undefined {
    return this.#take(opening(this.#now, opened));
  }

  /** Changes the open exchange. Returns why it is refused, if so. */
  updateExchange(id: string, parts: Partial<Omit<Exchange, 'id'>>): Refusal | undefined {
    return this.#take(updating(this.#now, id, parts));
  }

  /** Appends the prompts and the answer, and closes the exchange. Returns why it is refused, if so. */
  commitExchange(id: string, time: number): Refusal | undefined {
    return this.#take(committing(this.#now, id, time), 'Add question and answer');
  }

  /** Closes the exchange and leaves everything else as it was. Returns why it is refused, if so. */
  discardExchange(id: string): Refusal | undefined {
    return this.#take(rollingBack(this.#now, id));
  }

  /** Typing is one step, until another step or `endTyping`. An empty text removes it. */
  setWorkspaceMessage(text: string): void {
    this.#apply({ workspaceMessage: text }, 'Edit pinned message', 'pinned');
  }

  /** Changes it without a step to undo. */
  set(change: DiscussionChange): void {
    this.#update(change);
  }

  /** An empty title shows the first line of the first user message again. */
  rename(title: string): void {
    this.#apply({ title: asTitle(title) }, 'Rename discussion');
  }

  undo(): void {
    const step = this.#done.at(-1);
    if (step === undefined) return;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, step];
    this.#return(step.back, step.forth);
  }

  redo(): void {
    const step = this.#undone.at(-1);
    if (step === undefined) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, { ...step, mergeKey: undefined }];
    this.#return(step.forth, step.back);
  }

  /** The discussion that a save writes over `theirs`, which another tab has stored since this one read it. */
  merged(theirs: Discussion | undefined): Discussion {
    return theirs === undefined ? this.#now : mergeDiscussions(this.#base, this.#now, theirs, this.#newId);
  }

  /** `stored` was written by this tab when the discussion was `written`, which may have changed since. */
  saved({ discussion, revision }: StoredDiscussion, written: Discussion): void {
    const now =
      this.#now === written ? discussion : mergeDiscussions(written, this.#now, discussion, this.#newId);
    this.#adopt({ discussion, revision }, now);
  }

  /** Saves it again although nothing changed, because its record was removed. */
  removed(): void {
    this.#revision = undefined;
  }

  /** Another tab has stored this. */
  take(stored: StoredDiscussion): void {
    if (stored.revision !== this.#revision) this.#adopt(stored, this.merged(stored.discussion));
  }

  #hashOf(message: Message): string {
    const hash = this.#hashes.get(message) ?? hashOfMessage(message);
    this.#hashes.set(message, hash);
    return hash;
  }

  #adopt({ discussion, revision }: StoredDiscussion, now: Discussion): void {
    this.#base = discussion;
    this.#revision = revision;
    if (isSameDiscussion(now, this.#now)) return;
    this.#now = now;
    this.#onchange();
  }

  #apply(change: DiscussionChange, name: string, mergeKey?: string): void {
    const after = withChange(this.#now, change);
    if (isSameDiscussion(after, this.#now)) return;
    const back = inverseOf(this.#now, change);
    const last = this.#done.at(-1);
    const isMerged = mergeKey !== undefined && last?.mergeKey === mergeKey;
    const step: Step = isMerged
      ? { ...last, back: joined([back, last.back]), forth: joined([last.forth, change]) }
      : { name, back, forth: change, mergeKey };
    this.#done = [...(isMerged ? this.#done.slice(0, -1) : this.#done), step].slice(-STEPS_KEPT);
    this.#undone = [];
    this.#set(after);
  }

  /** Opening, answering, and discarding are not steps; a commit is. */
  #take(step: ExchangeStep, name?: string): Refusal | undefined {
    if (step.kind === 'refused') return step.reason;
    if (name === undefined) this.#update(step.change);
    else this.#apply(step.change, name);
    return undefined;
  }

  /**
   * Undoes or redoes a step. An open exchange that has an answer stays open unless the step commits it. One without an
   * answer is replaced by the step's exchange, whose answer would be lost otherwise.
   */
  #return(change: DiscussionChange, away: DiscussionChange): void {
    const { exchange } = this.#now;
    const hasAnswer = exchange !== undefined && exchange.answer.trim() !== '';
    const open = hasAnswer ? exchange : (change.exchange ?? exchange);
    const after = withChange(this.#now, stepChange(this.#now, change, away));
    const isClosed = open !== undefined && isCommitted(after.messages, open.id);
    this.#set({ ...after, exchange: isClosed ? undefined : open });
  }

  #update(change: DiscussionChange): void {
    this.#set(withChange(this.#now, change));
  }

  #set(now: Discussion): void {
    this.#now = now;
    this.#onchange();
  }
}
