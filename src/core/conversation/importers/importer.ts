import type { DiscussionParts } from '../discussion';
import type { ForeignMessage } from '../foreignMessage';

/** The parts of a discussion besides its messages. A checkpoint is stale if its hash is empty. */
export type Besides = Pick<DiscussionParts, 'workspaceMessage' | 'checkpoints'>;

/**
 * Why a message of an import is not in the discussion: it is on a branch that was not shown last, the chat does not show it,
 * it is nothing but reasoning, it has no text, or it is not a message in a known form.
 */
export const LEFT_OUT_KINDS = ['branch', 'hidden', 'reasoning', 'empty', 'unreadable'] as const;

export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

/** Numbers of messages by the reason why they were left out. */
export type LeftOut = Readonly<Partial<Record<LeftOutKind, number>>>;

/** A discussion from outside. */
export interface ForeignDiscussion {
  /** Empty if it has none. */
  readonly title: string;
  readonly messages: readonly ForeignMessage[];
  readonly besides?: Besides;
  /** With `messages`, these are all messages that the import holds. */
  readonly leftOut?: LeftOut;
  /** Number of `messages` whose reasoning was left out. */
  readonly shortened?: number;
}

/** A text to import. `data` is its value if it is JSON or TOML. */
export interface ImportedText {
  readonly text: string;
  readonly data: unknown;
  /** The path of a file by its id, if the text comes from an archive that has it. */
  readonly fileById?: (id: string) => string | undefined;
}

/** A format of conversations. */
export interface ConversationImporter {
  /** Names the format on screens. */
  readonly name: string;
  /**
   * Undefined if the text is in another format; empty if it is in this one and has no messages. Discussions may have no
   * messages but those left out.
   */
  read(source: ImportedText): readonly ForeignDiscussion[] | undefined;
}

/** A message as it was read. `hasReasoning` says that it had more. */
interface ReadMessage extends ForeignMessage {
  readonly hasReasoning?: boolean;
}

/** A message of an import, or why it is left out. */
export type Item = ReadMessage | LeftOutKind;

/** Creates a discussion of the items that are messages with a text, and counts all others. */
export function discussionOf(title: unknown, items: readonly Item[]): ForeignDiscussion {
  const kept = items.filter((item): item is ReadMessage => reasonAgainst(item) === undefined);
  const leftOut: Partial<Record<LeftOutKind, number>> = {};
  for (const reason of items.flatMap((item) => reasonAgainst(item) ?? []))
    leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  return {
    title: typeof title === 'string' ? title.toWellFormed() : '',
    messages: kept.map(({ hasReasoning: _, ...message }) => message),
    leftOut,
    shortened: kept.filter(({ hasReasoning }) => hasReasoning).length,
  };
}

/** Why an item is left out; undefined if it is not. */
export function reasonAgainst(item: Item): LeftOutKind | undefined {
  if (typeof item === 'string') return item;
  if (item.content.trim() !== '' || (item.files?.length ?? 0) > 0) return undefined;
  return item.hasReasoning === true ? 'reasoning' : 'empty';
}

/** The conversations in a list or a single one. Entries of a list that are none count as unreadable messages. */
export function conversationsIn(
  data: unknown,
  read: (conversation: unknown) => ForeignDiscussion | undefined,
): readonly ForeignDiscussion[] | undefined {
  const found = (Array.isArray(data) ? data : [data]).map((each: unknown) => read(each));
  if (!found.some((each) => each !== undefined)) return undefined;
  return found.map((each) => each ?? discussionOf('', ['unreadable']));
}

/** The sum of what was left out of several discussions. */
export function sumOfLeftOut(all: readonly (LeftOut | undefined)[]): LeftOut {
  const sum: Partial<Record<LeftOutKind, number>> = {};
  for (const each of all)
    for (const kind of Object.keys(each ?? {}) as LeftOutKind[])
      // It has no other keys.
      sum[kind] = (sum[kind] ?? 0) + (each?.[kind] ?? 0);
  return sum;
}

/** How many discussions have no text, and why their messages were left out. */
export interface Emptiness {
  readonly discussions: number;
  readonly leftOut: LeftOut;
}
