import { escapeLine } from '../../core/compose/escapePath';
import type { Checkpoint } from '../../core/conversation/checkpoint';
import type { NewMessage } from '../../core/conversation/discussion';
import type { ForeignMessage } from '../../core/conversation/foreignMessage';
import type { Besides } from '../../core/conversation/importers/importer';
import { hashOfMessages } from '../../core/conversation/messageHash';
import type { Attachments } from '../attachments/attachments.svelte';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { ConversationReader, FoundConversations } from '../ports/conversations';
import type { Discussions } from './discussions.svelte';
import type { OpenDiscussion } from './openDiscussion.svelte';

interface Parts {
  readonly discussions: Discussions;
  readonly attachments: Pick<Attachments, 'referring'>;
  readonly clock: Clock;
  readonly notify: Notify;
  startReader(): ConversationReader;
}

/** Messages of one discussion, of which the page handles every change within a frame. */
export const MOST_MESSAGES = 20_000;

interface TakenMessages {
  readonly messages: readonly NewMessage[];
  /** Their ids, by those that they have in the file. */
  readonly idByForeign: ReadonlyMap<string, string>;
  /** Why files of the messages can't be attached. */
  readonly unread: readonly string[];
}

/** An import of conversations that the user sees before they are taken. */
export class ConversationImport {
  readonly #parts: Parts;
  #reader: ConversationReader | undefined;
  #found = $state.raw<FoundConversations | undefined>();
  #isBusy = $state(false);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined while a file is being read. */
  get found(): FoundConversations | undefined {
    return this.#found;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Reads a file. Cancels an earlier reading. Undefined clears what was found. */
  async look(source: Blob | undefined): Promise<void> {
    this.close();
    this.#found = undefined;
    if (source === undefined) return;
    const reader = this.#parts.startReader();
    this.#reader = reader;
    const found = await this.#working(async () => {
      const read = await reader.read(source);
      await this.#nextTask();
      return read;
    }).catch((error: unknown) => refusal(error));
    if (this.#reader === reader) this.#found = found;
  }

  /**
   * Creates a discussion for each chosen conversation, or none if any fails. Selects the first. Returns whether all
   * could be read.
   */
  create(chosen: readonly number[]): Promise<boolean> {
    return this.#taking(async (found) => {
      const { discussions } = this.#parts;
      const prepared: OpenDiscussion[] = [];
      const missing: (readonly string[])[] = [];
      for (const index of chosen.toReversed()) {
        const discussion = found.discussions[index];
        if (discussion === undefined) continue;
        const { title, besides } = discussion;
        const { messages, idByForeign, unread } = await this.#messagesOf(index);
        const mapped = besides && { ...besides, checkpoints: mappedTo(messages, idByForeign, besides) };
        prepared.push(discussions.prepare({ messages, title, besides: mapped }));
        missing.push(unread);
      }
      discussions.add(prepared);
      await this.#nextTask();
      const first = prepared.at(-1);
      if (first !== undefined) discussions.select(first.id);
      await discussions.flush();
      this.#report(linesFor(missing.flat()));
    });
  }

  /** Adds a conversation to the current discussion. Says what is left out of one that Strata has exported. */
  append(index: number): Promise<boolean> {
    const { discussions } = this.#parts;
    const { current } = discussions;
    return this.#taking(async (found) => {
      const { messages, unread } = await this.#messagesOf(index, current?.messages.length);
      const { workspaceMessage = '', checkpoints = [] } = found.discussions[index]?.besides ?? {};
      if (current === undefined || discussions.current !== current)
        throw new Error('the discussion to add it to is no longer selected');
      current.append(messages, workspaceMessage);
      const isOther = workspaceMessage !== '' && current.now.workspaceMessage !== workspaceMessage;
      this.#report([
        ...(checkpoints.length === 0 ? [] : [summariesLeftOut(checkpoints.length)]),
        ...(isOther ? ['The pinned message was not imported: this discussion has one.'] : []),
        ...linesFor(unread),
      ]);
    });
  }

  /** Cancels the reading. */
  close(): void {
    this.#reader?.dispose();
    this.#reader = undefined;
    this.#isBusy = false;
  }

  async #taking(
    task: (found: Extract<FoundConversations, { kind: 'found' }>) => Promise<void>,
  ): Promise<boolean> {
    const found = this.#found;
    const reader = this.#reader;
    if (found?.kind !== 'found') return false;
    try {
      await this.#working(() => task(found));
      return true;
    } catch (error) {
      if (this.#reader === reader) this.#found = refusal(error);
      return false;
    }
  }

  #report(details: readonly string[]): void {
    const text = 'Some parts of the conversation were not imported.';
    if (details.length > 0) this.#parts.notify({ kind: 'warning', text, details });
  }

  async #messagesOf(index: number, before = 0): Promise<TakenMessages> {
    const found = this.#found?.kind === 'found' ? this.#found.discussions[index] : undefined;
    if (before + (found?.messages ?? 0) > MOST_MESSAGES)
      throw new Error('a discussion can have 20,000 messages');
    const { attachments, discussions } = this.#parts;
    const reader = this.#reader;
    const messages: NewMessage[] = [];
    const idByForeign = new Map<string, string>();
    const unread: (readonly string[])[] = [];
    for (;;) {
      // It may have ended, or another file may have been chosen, while attachments were stored.
      if (reader === undefined || this.#reader !== reader) throw new Error('it was canceled');
      const batch = await reader.messages(index, messages.length);
      if (batch.length === 0) return { messages, idByForeign, unread: unread.flat() };
      const read: ForeignMessage[] = [];
      for (const message of batch) {
        read.push({ ...message, content: await attachments.referring(message.content) });
        unread.push(message.unread ?? []);
      }
      for (const [at, message] of discussions.newMessages(read).entries()) {
        const foreign = read[at]?.id;
        if (foreign !== undefined) idByForeign.set(foreign, message.id);
        messages.push(message);
      }
    }
  }

  /** Receiving thousands of discussions and showing them each take a task of their own. */
  async #nextTask(): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.clock.after(0, resolve));
  }

  async #working<T>(task: () => Promise<T>): Promise<T> {
    const reader = this.#reader;
    this.#isBusy = true;
    try {
      return await task();
    } finally {
      if (this.#reader === reader) this.#isBusy = false;
    }
  }
}

/** Checkpoints with new ids, of messages too. One that covers a message that is not there is kept, and the discussion warns of it. */
function mappedTo(
  messages: readonly NewMessage[],
  idByForeign: ReadonlyMap<string, string>,
  { checkpoints }: Besides,
): readonly Checkpoint[] {
  return checkpoints.map((each) => {
    const covers = each.covers.map((id) => idByForeign.get(id) ?? id);
    // Large data may have been taken out of the texts.
    return {
      ...each,
      id: crypto.randomUUID(),
      covers,
      hash: each.hash === '' ? '' : hashOfMessages(messages, covers),
    };
  });
}

function summariesLeftOut(count: number): string {
  const summaries = count === 1 ? '1 summary was' : `${count} summaries were`;
  return `${summaries} not imported: a summary must come first in a discussion.`;
}

/** Says how many files are not attached, and why the first one is not. */
function linesFor(unread: readonly string[]): readonly string[] {
  const [first] = unread;
  if (first === undefined) return [];
  const reason = escapeLine(first);
  return [
    unread.length === 1
      ? `1 file was not attached: ${reason}.`
      : `${unread.length} files were not attached. The first: ${reason}.`,
  ];
}

function refusal(error: unknown): FoundConversations {
  return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
}
