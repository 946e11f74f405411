import type { Checkpoint } from './checkpoint';
import {
  inOrder,
  type Discussion,
  type DiscussionChange,
  type DiscussionParts,
  type Message,
} from './discussion';
import { answerId, isCommitted, messagesOf, type Exchange } from './exchange';

/** How two versions of a part become one if both sides changed it. A new part is a line here. */
const MERGES: { readonly [Name in keyof DiscussionParts]: Merge<DiscussionParts[Name]> } = {
  title: (_, our) => our,
  takeOf: (_, our) => our,
  workspaceMessage: (_, our) => our,
  exchange: mergeExchanges,
  checkpoints: mergeCheckpoints,
};

type Merge<T> = (old: T, our: T, their: T) => T;

const PARTS = Object.keys(MERGES) as readonly (keyof DiscussionParts)[]; // it has no others

/**
 * Merges two versions of a discussion that both come from `base`, message by message and part by part. A message that one side
 * deleted and the other changed stays. If both changed a text, ours stays in place and theirs follows as a new message.
 */
export function mergeDiscussions(
  base: Discussion,
  ours: Discussion,
  theirs: Discussion,
  newId: () => string,
): Discussion {
  const [before, own] = [byId(base), byId(ours)];
  const merged: Message[] = [];
  for (const their of theirs.messages) {
    const [old, our] = [before.get(their.id), own.get(their.id)];
    own.delete(their.id);
    if (our !== undefined) merged.push(...mergeMessages(old, our, their, newId));
    else if (old === undefined || !isSameMessage(old, their)) merged.push(their);
  }
  for (const our of own.values()) {
    const old = before.get(our.id);
    if (old === undefined || !isSameMessage(old, our)) merged.push(our);
  }
  const parts = Object.fromEntries(PARTS.map((name) => [name, mergePart(name, base, ours, theirs)]));
  const together = { ...ours, ...parts, messages: inOrder(merged) };
  const changed = [ours.exchange, theirs.exchange].filter((one) => !isSameData(one, base.exchange));
  return withoutHalves(together, changed, newId);
}

/**
 * The change that undoes or redoes a step in a discussion that may have changed since, also in another tab. `change` is
 * the change of the undone or redone step, and `away` its opposite. In messages and checkpoints, only the fields that
 * the step changed are set.
 */
export function stepChange(
  now: Discussion,
  { messages, checkpoints, ...parts }: DiscussionChange,
  away: DiscussionChange,
): DiscussionChange {
  const present = byId(now);
  const setMessage = ([id, to]: readonly [string, Message | undefined]) => {
    const [from, current] = [away.messages?.get(id), present.get(id)];
    return [id, to && from && current ? combined(from, to, current) : to] as const;
  };
  return {
    ...parts,
    ...(messages && { messages: new Map([...messages].map(setMessage)) }),
    ...(checkpoints && {
      checkpoints: mergeCheckpoints(away.checkpoints ?? [], checkpoints, now.checkpoints),
    }),
  };
}

export function isSameDiscussion(one: Discussion, other: Discussion): boolean {
  return (
    PARTS.every((name) => isSameData(one[name], other[name])) &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, at) => isSameMessage(message, other.messages[at]))
  );
}

function mergePart<Name extends keyof DiscussionParts>(
  name: Name,
  base: Discussion,
  ours: Discussion,
  theirs: Discussion,
): DiscussionParts[Name] {
  if (isSameData(ours[name], base[name])) return theirs[name];
  return isSameData(theirs[name], base[name])
    ? ours[name]
    : MERGES[name](base[name], ours[name], theirs[name]);
}

/** A closed exchange that the other side changed stays open. Two answers are kept one after the other. */
function mergeExchanges(
  old: Exchange | undefined,
  our: Exchange | undefined,
  their: Exchange | undefined,
): Exchange | undefined {
  if (our?.id !== their?.id || our === undefined || their === undefined) return our ?? their;
  const pick = <Key extends keyof Exchange>(key: Key): Exchange[Key] =>
    isSameData(our[key], old?.[key]) ? their[key] : our[key];
  const answer = pick('answer');
  const isLost = ![answer, old?.answer ?? ''].some((text) => text.startsWith(their.answer));
  return {
    ...{ id: our.id, prompts: pick('prompts'), time: pick('time'), turn: pick('turn') },
    answer: isLost ? `${answer}\n\n${their.answer}` : answer,
  };
}

/**
 * An exchange is open or committed, never both: one that a side has committed is closed. Answers in `changed` exchanges that
 * would be lost, because another one was committed or another exchange is open, become messages.
 */
function withoutHalves(
  discussion: Discussion,
  changed: readonly (Exchange | undefined)[],
  newId: () => string,
): Discussion {
  let { messages } = discussion;
  const isClosed = discussion.exchange !== undefined && isCommitted(messages, discussion.exchange.id);
  const exchange = isClosed ? undefined : discussion.exchange;
  for (const one of changed) {
    if (one === undefined || one.answer.trim() === '' || one.id === exchange?.id) continue;
    const known = messages.find(({ id }) => id === answerId(one.id));
    if (known !== undefined && known.content.startsWith(one.answer)) continue;
    const place = (known ?? messages.at(-1))?.place ?? 0;
    const lost = isCommitted(messages, one.id)
      ? [{ ...{ id: newId(), role: 'AI', content: one.answer }, place }]
      : messagesOf(one).map((message, at) => ({ ...message, place: place + at + 1 }));
    messages = inOrder([
      ...messages,
      ...lost.map((message) => ({ ...message, time: one.time, collapsed: false })),
    ]);
  }
  return { ...discussion, exchange, messages };
}

/** Merges by id, in order of time. A message that one side deleted and the other left unchanged is deleted. */
function mergeCheckpoints(
  old: readonly Checkpoint[],
  ours: readonly Checkpoint[],
  theirs: readonly Checkpoint[],
): readonly Checkpoint[] {
  const find = (list: readonly Checkpoint[], id: string) => list.find((each) => each.id === id);
  const ids = new Set([...ours, ...theirs].map(({ id }) => id));
  const merged = [...ids].flatMap((id) => {
    const [before, our, their] = [find(old, id), find(ours, id), find(theirs, id)];
    return (isSameData(our, before) ? their : our) ?? (isSameData(their, before) ? [] : (their ?? []));
  });
  return merged.toSorted((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
}

function mergeMessages(
  old: Message | undefined,
  our: Message,
  their: Message,
  newId: () => string,
): readonly Message[] {
  if (isSameMessage(our, their)) return [our];
  const message = combined(old, our, their);
  const isLost = message.content !== their.content && their.content !== old?.content;
  return isLost ? [message, { ...their, id: newId(), place: message.place }] : [message];
}

/** Takes each field from `our` if it differs from `old`, else from `their`. */
function combined(old: Message | undefined, our: Message, their: Message): Message {
  const pick = <Key extends keyof Message>(key: Key): Message[Key] =>
    our[key] === old?.[key] ? their[key] : our[key];
  return {
    id: our.id,
    ...{ role: pick('role'), content: pick('content'), time: pick('time') },
    ...{ collapsed: pick('collapsed'), place: pick('place') },
  };
}

function isSameMessage(one: Message, other: Message | undefined): boolean {
  if (one === other) return true;
  const keys = Object.keys(one) as (keyof Message)[]; // a message has no others
  return other !== undefined && keys.every((key) => one[key] === other[key]);
}

function byId({ messages }: Discussion): Map<string, Message> {
  return new Map(messages.map((message) => [message.id, message]));
}

/** Whether two values of plain data are equal. */
function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isSameData(value, others.get(key)))
  );
}
