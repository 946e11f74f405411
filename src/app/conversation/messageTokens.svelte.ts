import type { Message } from '../../core/conversation/discussion';
import { printedMessage } from '../../core/conversation/printedMessage';
import type { Engine } from '../ports';

/** Token counts of messages, counted when first asked for. */
export class MessageTokens {
  readonly #engine: Pick<Engine, 'countTexts'>;
  /** Undefined while a message is being counted. */
  #counted = new WeakMap<Message, number | undefined>();
  #wanted: readonly Message[] = [];
  #revision = $state(0);

  constructor(engine: Pick<Engine, 'countTexts'>) {
    this.#engine = engine;
  }

  /** Undefined until counted. Reading it makes a derived value follow the count. */
  of(message: Message): number | undefined {
    void this.#revision;
    if (!this.#counted.has(message)) this.#ask(message);
    return this.#counted.get(message);
  }

  /** Drops all counts after a change of encoding. */
  clear(): void {
    this.#counted = new WeakMap();
    this.#revision += 1;
  }

  #ask(message: Message): void {
    this.#counted.set(message, undefined);
    if (this.#wanted.length === 0) queueMicrotask(() => void this.#count());
    this.#wanted = [...this.#wanted, message];
  }

  async #count(): Promise<void> {
    const messages = this.#wanted;
    const counted = this.#counted;
    this.#wanted = [];
    try {
      const tokens = await this.#engine.countTexts(messages.map(printedMessage));
      for (const [at, message] of messages.entries()) counted.set(message, tokens[at]);
    } catch {
      return; // The engine has stopped, which the app reports.
    }
    this.#revision += 1;
  }
}
