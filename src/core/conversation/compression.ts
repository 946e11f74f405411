/** Which messages of a discussion a summary replaces, and the change that does so. */
import type { Checkpoint } from './checkpoint';
import { removal, type Discussion, type DiscussionChange, type Message } from './discussion';
import type { SeenMessage } from './exchange';
import { checkpointMessage, loadDiscussion } from './loadedDiscussion';
import { hashOfMessages } from './messageHash';

/** A discussion with more than this is compressed. */
export interface CompressionLimits {
  readonly messages: number;
  readonly tokens: number;
}

export const DEFAULT_LIMITS: CompressionLimits = { messages: 80, tokens: 24_000 };

/** Everything is beyond these limits: for a compression that the user asks for. */
export const NO_LIMITS: CompressionLimits = { messages: 0, tokens: 0 };

/** Tokens that a summary may have. */
export const SUMMARY_TOKENS = 500;

/** How many of the newest messages stay beyond the limit of messages. */
const [LEAST_KEPT, MOST_KEPT] = [20, 30];

/** Tokens of the newest messages that stay beyond the limit of tokens, and how many messages by the user stay. */
const [KEPT_TOKENS, KEPT_USERS] = [4_000, 2];

/** As much of a message as the limits depend on. */
export interface CountedMessage {
  readonly role: string;
  readonly tokens: number;
}

/** Messages that a summary is made of. */
export interface Fold {
  /** The checkpoint whose summary is folded in, if any. */
  readonly earlier: Checkpoint | undefined;
  /** The messages since then, oldest first. */
  readonly messages: readonly Message[];
  /** Ids of all messages that the summary covers, oldest first. */
  readonly covers: readonly string[];
  /** Changes when a covered message does. */
  readonly hash: string;
  /** How many messages stay after the summary. */
  readonly kept: number;
}

/** All texts that the summary is made of, as messages. */
export function textsOf({ earlier, messages }: Fold): readonly SeenMessage[] {
  return [...(earlier === undefined ? [] : [checkpointMessage(earlier)]), ...messages];
}

/** The messages that the limits apply to: those since the checkpoint, without the system's. */
export function countedMessages(discussion: Discussion): readonly Message[] {
  const { covered } = loadDiscussion(discussion);
  return discussion.messages.filter(({ id, role }) => role !== 'System' && !covered.has(id));
}

/**
 * The messages to fold into a summary; undefined while the discussion is within the limits, or if all messages stay.
 * `tokensOf` is asked about the messages of `countedMessages` only.
 */
export function foldOf(
  discussion: Discussion,
  limits: CompressionLimits,
  tokensOf: (message: Message) => number,
): Fold | undefined {
  const counted = countedMessages(discussion);
  const count = foldedCount(
    counted.map((message) => ({ role: message.role, tokens: tokensOf(message) })),
    limits,
  );
  if (count === 0) return undefined;
  const folded = counted.slice(0, count);
  const { checkpoint } = loadDiscussion(discussion);
  const covers = [...(checkpoint?.covers ?? []), ...folded.map(({ id }) => id)];
  return {
    ...{ earlier: checkpoint, messages: folded },
    covers,
    hash: hashOfMessages(discussion.messages, covers),
    kept: counted.length - count,
  };
}

/** How many of the oldest messages fold into a summary: 0 within the limits, and never all. */
export function foldedCount(messages: readonly CountedMessage[], limits: CompressionLimits): number {
  const tokens = messages.reduce((sum, each) => sum + each.tokens, 0);
  const kept = [
    ...(messages.length > limits.messages ? [keptByCount(messages)] : []),
    ...(tokens > limits.tokens ? [keptByTokens(messages)] : []),
  ];
  return kept.length === 0 ? 0 : messages.length - Math.min(...kept);
}

/** The messages that a stale summary is made of again: an earlier summary, if it is not stale itself, and what follows it. */
export function foldAgain(
  discussion: Discussion,
  checkpoint: Checkpoint,
  isStale: (checkpoint: Checkpoint) => boolean,
): Fold {
  const covered = new Set(checkpoint.covers);
  const at = discussion.checkpoints.findIndex(({ id }) => id === checkpoint.id);
  const base = discussion.checkpoints
    .slice(0, Math.max(0, at))
    .findLast((each) => each.covers.every((id) => covered.has(id)) && !isStale(each));
  const inBase = new Set(base?.covers);
  const originals = discussion.messages.filter(({ id }) => covered.has(id) && !inBase.has(id));
  return {
    ...{ earlier: base, messages: originals },
    covers: checkpoint.covers,
    hash: hashOfMessages(discussion.messages, checkpoint.covers),
    kept: discussion.messages.filter(({ id, role }) => role !== 'System' && !covered.has(id)).length,
  };
}

/** Adds a checkpoint, or replaces the one with its id. */
export function setCheckpoint({ checkpoints }: Discussion, made: Checkpoint): DiscussionChange {
  return checkpoints.some(({ id }) => id === made.id)
    ? { checkpoints: checkpoints.map((each) => (each.id === made.id ? made : each)) }
    : { checkpoints: [...checkpoints, made] };
}

function keptByCount(messages: readonly CountedMessage[]): number {
  const numbers = Array.from({ length: MOST_KEPT - LEAST_KEPT + 1 }, (_, at) => LEAST_KEPT + at);
  const possible = numbers.filter((count) => count <= messages.length);
  const first = (count: number) => messages[messages.length - count]?.role;
  return (
    possible.find((count) => first(count) === 'User') ??
    possible.find((count) => first(count) !== 'Tool') ??
    Math.min(MOST_KEPT, messages.length)
  );
}

function keptByTokens(messages: readonly CountedMessage[]): number {
  const newest = messages.toReversed();
  let kept = 0;
  let tokens = 0;
  let users = 0;
  let isUser = false;
  for (const message of newest) {
    const fits = kept === 0 || tokens + message.tokens <= KEPT_TOKENS;
    if (!fits && isUser && users >= KEPT_USERS) break;
    kept += 1;
    tokens += message.tokens;
    isUser = message.role === 'User';
    if (isUser) users += 1;
  }
  return kept;
}

/** Removes messages. A checkpoint covers the rest of its messages, and is stale then. */
export function removalOf({ checkpoints }: Discussion, ids: ReadonlySet<string>): DiscussionChange {
  const changes = checkpoints.some(({ covers }) => covers.some((id) => ids.has(id)));
  const rest = checkpoints.flatMap((each) => {
    const covers = each.covers.filter((id) => !ids.has(id));
    return covers.length === 0 ? [] : [{ ...each, covers }];
  });
  return { ...removal(ids), ...(changes && { checkpoints: rest }) };
}
