import type { Message } from '../../core/conversation/discussion';
import { chatMessage, messageTokens } from '../../core/conversation/messageTokens';
import type { Engine } from '../ports/engine';

/** UTF-16 units to send at once, so that sending takes less than a frame. */
const MOST_UNITS = 1_000_000;

/** Token counts of messages as a chat counts them, made when first asked for. */
export class MessageTokens {
  readonly #engine: Pick<Engine, 'countTexts'>;
  /** Undefined while a message is being counted. */
  #counted = new WeakMap<Message, number | undefined>();
  /** Counts of the names and roles of messages. */
  #names = new Map<string, number>();
  #wanted: Message[] = [];
  #counting: Promise<void> = Promise.resolve();
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

  /** The tokens of all these messages; undefined if the engine has stopped. */
  async ofAll(messages: readonly Message[]): Promise<ReadonlyMap<Message, number> | undefined> {
    for (const message of messages) this.of(message);
    await this.#counting;
    const all = messages.map((message) => [message, this.#counted.get(message)] as const);
    const counted = all.flatMap(([message, tokens]) =>
      tokens === undefined ? [] : [[message, tokens] as const],
    );
    return counted.length === all.length ? new Map(counted) : undefined;
  }

  /** Drops all counts after a change of encoding. */
  clear(): void {
    this.#counted = new WeakMap();
    this.#names = new Map();
    this.#revision += 1;
  }

  #ask(message: Message): void {
    this.#counted.set(message, undefined);
    this.#wanted.push(message);
    // Messages that are asked for in the same task are counted together.
    if (this.#wanted.length === 1) this.#counting = this.#counting.then(() => this.#count());
  }

  async #count(): Promise<void> {
    const wanted = this.#wanted;
    const [counted, names] = [this.#counted, this.#names];
    this.#wanted = [];
    try {
      for (const batch of batchesOf(wanted)) {
        const chat = batch.map(chatMessage);
        const unknown = new Set(
          chat.flatMap(({ role, name }) => [role, ...(name === undefined ? [] : [name])]),
        );
        const newNames = [...unknown].filter((name) => !names.has(name));
        const tokens = await this.#engine.countTexts([...newNames, ...chat.map(({ content }) => content)]);
        for (const [at, name] of newNames.entries()) names.set(name, tokens[at] ?? 0);
        for (const [at, message] of batch.entries()) {
          const { content, ...said } = chat[at] as (typeof chat)[number]; // as many as messages
          const ofContent = tokens[newNames.length + at] ?? 0;
          const count = (text: string) => (text === '' ? ofContent : (names.get(text) ?? 0));
          counted.set(message, messageTokens({ ...said, content: '' }, count));
        }
        this.#revision += 1;
      }
    } catch {
      return; // The engine has stopped, which the app reports.
    }
  }
}

function batchesOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const batches: Message[][] = [];
  let units = Infinity;
  for (const message of messages) {
    if (units > MOST_UNITS) {
      batches.push([]);
      units = 0;
    }
    batches.at(-1)?.push(message);
    units += message.content.length;
  }
  return batches;
}
