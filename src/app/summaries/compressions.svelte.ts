import type { Checkpoint } from '../../core/conversation/checkpoint';
import {
  countedMessages,
  foldedCount,
  NO_LIMITS,
  type CompressionLimits,
  type Fold,
} from '../../core/conversation/compression';
import type { Message } from '../../core/conversation/discussion';
import type { Discussions } from '../conversation/discussions.svelte';
import type { OpenDiscussion } from '../conversation/openDiscussion.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { ConversationReader } from '../ports/conversations';
import type { Engine } from '../ports/engine';
import type { Compression } from './compression.svelte';
import type { SummaryTools } from './summaryWays';

interface Parts extends SummaryTools {
  readonly discussions: Discussions;
  readonly engine: Pick<Engine, 'countTexts'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly notify: Notify;
  readonly limits: () => CompressionLimits;
  readonly startReader: () => ConversationReader;
}

/** Offers to compress long discussions, and has the compression that the user looks at. */
export class Compressions {
  readonly #parts: Parts;
  #open = $state.raw<Compression | undefined>();
  /** The offer that the user turned down: the last message at that time. */
  #declined = $state.raw<Message | undefined>();

  /** How many messages the app offers to fold into a summary; 0 for no offer. */
  readonly offered: number = $derived.by(() => {
    const { discussions, limits } = this.#parts;
    const { current } = discussions;
    if (current === undefined || current.messages.at(-1) === this.#declined) return 0;
    const counted = countedMessages(current.now);
    const tokensOf = tokensAbove(counted, limits(), (message) => discussions.tokens.of(message));
    if (tokensOf === undefined) return 0;
    const sizes = counted.map((message) => ({ role: message.role, tokens: tokensOf(message) }));
    return foldedCount(sizes, limits()); // Not the fold itself, which hashes every text.
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The compression that the user looks at. */
  get open(): Compression | undefined {
    return this.#open;
  }

  close(): void {
    this.#open?.stop();
    this.#open = undefined;
  }

  /** Makes no more offers until the discussion grows. */
  decline(): void {
    this.#declined = this.#parts.discussions.messages.at(-1);
  }

  /** Prepares a summary of the oldest messages of the current discussion, by rules at first. Tells the user if there are none. */
  async start(): Promise<void> {
    const { discussions, notify } = this.#parts;
    const { current } = discussions;
    const fold = current && (await this.#fold(current));
    if (current === undefined || fold === undefined) {
      notify({
        kind: 'info',
        text: 'There is nothing to compress yet. The newest 20 messages stay, unless they have more than 4,000 tokens.',
      });
      return;
    }
    await this.#show(current, fold, undefined);
  }

  /** Shows the summary of a checkpoint, to edit it or to make it again. */
  async again(checkpoint: Checkpoint): Promise<void> {
    const { current } = this.#parts.discussions;
    if (current !== undefined) await this.#show(current, current.foldAgain(checkpoint), checkpoint);
  }

  async #show(discussion: OpenDiscussion, fold: Fold, again: Checkpoint | undefined): Promise<void> {
    const { clock, ...parts } = this.#parts;
    const { Compression } = await import('./compression.svelte');
    const opened = new Compression({ ...parts, discussion, fold, again, now: () => clock.now() });
    if (again === undefined) await opened.extract();
    this.close();
    this.#open = opened;
  }

  /** The user asks for it, so no limit has to be passed. */
  async #fold(discussion: OpenDiscussion): Promise<Fold | undefined> {
    const tokens = await this.#parts.discussions.tokens.ofAll(countedMessages(discussion.now));
    return tokens && discussion.foldOf(NO_LIMITS, (message) => tokens.get(message) ?? 0);
  }
}

/** The tokens of these messages, once they are known; undefined before that, or if the messages are within the limits anyway. */
function tokensAbove(
  messages: readonly Message[],
  limits: CompressionLimits,
  tokensOf: (message: Message) => number | undefined,
): ((message: Message) => number) | undefined {
  // A token has at least a byte, and a UTF-16 unit at most three. Roles and names are short.
  const most = messages.reduce((sum, { role, content }) => sum + 3 * (content.length + role.length) + 8, 0);
  if (messages.length <= limits.messages && most <= limits.tokens) return undefined;
  const known = new Map<Message, number>();
  let isKnown = true;
  for (const message of messages) {
    const tokens = tokensOf(message);
    if (tokens === undefined) isKnown = false;
    else known.set(message, tokens);
  }
  return isKnown ? (message) => known.get(message) ?? 0 : undefined;
}
