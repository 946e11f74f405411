import { Signal } from '../../core/async/signal';
import type { Exchange } from '../../core/conversation/exchange';
import type { Refusal } from '../../core/conversation/exchangeSteps';
import type { Composition } from '../composition/composition.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Discussions } from './discussions.svelte';
import type { OpenDiscussion } from './openDiscussion.svelte';

interface Parts {
  readonly discussions: Discussions;
  readonly composition: Pick<Composition, 'options' | 'apply'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly notify: Notify;
}

interface Asked {
  readonly prompt: string;
  /** Id of the turn that carried it; empty if none is recorded. */
  readonly turn: string;
}

const NOT_OPEN: Refusal = 'the exchange is not open';

/**
 * The rounds of a conversation: the task of a document that the user has copied is a question, which becomes part of the current
 * discussion together with its answer.
 */
export class Exchanges {
  readonly #parts: Parts;
  /** A discussion without messages was dropped (`to` is empty), or restored under another id (`from` is empty). */
  readonly moved = new Signal<{ readonly from: string; readonly to: string }>();
  /** Ids of exchanges that were closed without a trace. */
  readonly discarded = new Signal<string>();
  /** Asked while the answer to an earlier question was waiting to be added, by the id of that question's exchange. */
  readonly #next = new Map<string, Asked>();
  /** Whether this tab asks for the answer of an exchange, since a copy or as the user has chosen. Other tabs go on as they are. */
  #choice = $state.raw<{ readonly id: string; readonly asks: boolean } | undefined>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The open exchange of the current discussion. */
  get open(): Exchange | undefined {
    return this.#parts.discussions.current?.now.exchange;
  }

  /** Whether this tab asks for the answer to the open exchange. It shows an answer that is already there. */
  get asksForAnswer(): boolean {
    const { open } = this;
    if (open === undefined) return false;
    return this.#choice?.id === open.id ? this.#choice.asks : open.answer !== '';
  }

  /** Asks for the answer, or puts it off until the task is copied again. */
  askForAnswer(asks = true, id = this.open?.id): void {
    this.#choice = id === undefined ? undefined : { id, asks };
  }

  /**
   * The user has a document with this task, made with the discussion of this id. Opens an exchange, in a new discussion if that one
   * is gone, or replaces the question of an exchange that has no answer yet. Returns the id of the discussion.
   */
  asked(prompt: string, turn = '', id = this.#parts.composition.options.discussion): string {
    if (prompt.trim() === '') return id;
    const { discussions, clock } = this.#parts;
    const discussion = discussions.list.find((one) => one.id === id) ?? discussions.create();
    const open = discussion.now.exchange;
    if (open === undefined) {
      const opened = { id: crypto.randomUUID(), prompts: [prompt], answer: '', time: clock.now(), turn };
      discussion.openExchange(opened);
    } else if (open.answer.trim() === '' || open.prompts.at(-1) === prompt) {
      this.#next.delete(open.id);
      discussion.updateExchange(open.id, { prompts: [prompt], turn });
    } else this.#next.set(open.id, { prompt, turn });
    this.askForAnswer(true, discussion.now.exchange?.id);
    return discussion.id;
  }

  /**
   * Replaces the answer of an exchange, also if another discussion has been selected since. It is kept with the exchange until that is
   * committed. Returns why it is refused, if so.
   */
  answer(text: string, id = this.open?.id): Refusal | undefined {
    if (id === undefined) return NOT_OPEN;
    const asking = this.#parts.discussions.list.find(({ now }) => now.exchange?.id === id);
    return asking === undefined ? NOT_OPEN : asking.updateExchange(id, { answer: text });
  }

  /** Adds question and answer to the current discussion. Returns why it is refused, if so. */
  commit(id = this.open?.id): Refusal | undefined {
    const { open } = this;
    const discussion = this.#parts.discussions.current;
    if (open === undefined || open.id !== id || discussion === undefined) return NOT_OPEN;
    const refused = discussion.commitExchange(open.id, this.#parts.clock.now());
    if (refused === undefined) this.#committed(discussion, open);
    return refused;
  }

  /** Closes the exchange without a trace. The task stays. Returns why it is refused, if so. */
  discard(id = this.open?.id): Refusal | undefined {
    const { open } = this;
    const { discussions } = this.#parts;
    const discussion = discussions.current;
    if (open === undefined || open.id !== id || discussion === undefined) return NOT_OPEN;
    const refused = discussion.discardExchange(open.id);
    if (refused !== undefined) return refused;
    this.discarded.emit(open.id);
    discussions.dropIfEmpty(discussion);
    if (!discussions.list.includes(discussion)) this.moved.emit({ from: discussion.id, to: '' });
    this.#askNext(discussion, open);
    if (open.answer.trim() !== '') this.#offerBack(discussion, open);
    return undefined;
  }

  /** Discarding is not a step in the discussion, and the answer may have been typed. */
  #offerBack(discussion: OpenDiscussion, discarded: Exchange): void {
    const { discussions, notify } = this.#parts;
    const run = (): void => {
      const isThere = discussions.list.includes(discussion);
      const asking = isThere ? discussion : discussions.create();
      if (!isThere) this.moved.emit({ from: '', to: asking.id });
      discussions.select(asking.id);
      const refused = asking.openExchange(discarded);
      if (refused !== undefined) notify({ kind: 'info', text: 'Another question waits for its answer.' });
    };
    notify({ kind: 'done', text: 'Discarded the answer.', offer: { label: 'Undo', run } });
  }

  /** Everything that follows a commit. */
  #committed(discussion: OpenDiscussion, added: Exchange): void {
    const { composition, notify } = this.#parts;
    const task = added.prompts.at(-1) ?? '';
    const isFreed = composition.options.task === task;
    if (isFreed) composition.apply({ options: { task: '' } }, 'Clear task');
    this.#askNext(discussion, added);
    const after = discussion.now;
    notify({
      kind: 'done',
      text: 'Added question and answer to the discussion.',
      offer: {
        label: 'Undo',
        run: () => {
          if (discussion.now !== after) {
            notify({
              kind: 'info',
              text: 'The discussion has changed since. Undo it in the Discussion tab.',
            });
            return;
          }
          discussion.undo();
          if (isFreed && composition.options.task === '')
            composition.apply({ options: { task } }, 'Restore task');
        },
      },
    });
  }

  #askNext(discussion: OpenDiscussion, { id }: Exchange): void {
    const next = this.#next.get(id);
    this.#next.delete(id);
    if (next !== undefined) this.asked(next.prompt, next.turn, discussion.id);
  }
}
