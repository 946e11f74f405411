import type { Exchange } from '../../core/conversation/exchange';
import type { Refusal } from '../../core/conversation/exchangeSteps';
import type { Composition } from '../composition/composition.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports';
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
  /** Asked while the answer to an earlier question was waiting to be added. */
  #next: Asked | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The open exchange of the current discussion. */
  get open(): Exchange | undefined {
    return this.#parts.discussions.current?.now.exchange;
  }

  /**
   * The user has a document with this task. Opens an exchange, in a new discussion if there is none, or replaces the question of
   * an exchange that has no answer yet.
   */
  asked(prompt: string, turn = ''): void {
    if (prompt.trim() === '') return;
    const { discussions, clock } = this.#parts;
    const { open } = this;
    this.#next = undefined;
    if (open === undefined) {
      const discussion = discussions.current ?? discussions.create();
      const opened = { id: crypto.randomUUID(), prompts: [prompt], answer: '', time: clock.now(), turn };
      discussion.openExchange(opened);
    } else if (open.answer.trim() === '' || open.prompts.at(-1) === prompt) {
      discussions.current?.updateExchange(open.id, { prompts: [prompt], turn });
    } else this.#next = { prompt, turn };
  }

  /** Replaces the answer, which is kept with the exchange until it is committed. Returns why it is refused, if so. */
  answer(text: string): Refusal | undefined {
    const { open } = this;
    if (open === undefined) return NOT_OPEN;
    return this.#parts.discussions.current?.updateExchange(open.id, { answer: text });
  }

  /** Adds question and answer to the discussion. Returns why it is refused, if so. */
  commit(): Refusal | undefined {
    const { open } = this;
    const discussion = this.#parts.discussions.current;
    if (open === undefined || discussion === undefined) return NOT_OPEN;
    const refused = discussion.commitExchange(open.id, this.#parts.clock.now());
    if (refused === undefined) this.#committed(discussion, open);
    return refused;
  }

  /** Closes the exchange without a trace. The task stays. Returns why it is refused, if so. */
  discard(): Refusal | undefined {
    const { open } = this;
    const { discussions } = this.#parts;
    const discussion = discussions.current;
    if (open === undefined || discussion === undefined) return NOT_OPEN;
    const refused = discussion.discardExchange(open.id);
    if (refused !== undefined) return refused;
    discussions.dropIfEmpty(discussion);
    this.#askNext();
    if (open.answer.trim() !== '') this.#offerBack(open);
    return undefined;
  }

  /** Discarding is not a step in the discussion, and the answer may have been typed. */
  #offerBack(discarded: Exchange): void {
    const { discussions, notify } = this.#parts;
    const run = (): void => {
      const refused = (discussions.current ?? discussions.create()).openExchange(discarded);
      if (refused !== undefined) notify({ kind: 'info', text: 'Another question waits for its answer.' });
    };
    notify({ kind: 'done', text: 'Discarded the answer.', offer: { label: 'Undo', run } });
  }

  /** Everything that follows a commit. */
  #committed(discussion: OpenDiscussion, { prompts }: Exchange): void {
    const { composition, notify } = this.#parts;
    const task = prompts.at(-1) ?? '';
    const isFreed = composition.options.task === task;
    if (isFreed) composition.apply({ options: { task: '' } }, 'Clear task');
    this.#askNext();
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

  #askNext(): void {
    const next = this.#next;
    if (next !== undefined) this.asked(next.prompt, next.turn);
  }
}
