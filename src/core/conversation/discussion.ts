/** A discussion with a model: its messages, what belongs to it besides them, and the changes to it. */
import { oneLine } from '../compose/escapePath';
import type { Checkpoint } from './checkpoint';
import type { Exchange } from './exchange';

export interface Message {
  /** Never changes. */
  readonly id: string;
  /** One of `ROLES` or any other name. */
  readonly role: string;
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly collapsed: boolean;
  /** Orders the messages, which tabs can move and insert independently. */
  readonly place: number;
}

export type NewMessage = Omit<Message, 'place'>;

/** The parts of a discussion besides its messages. A change replaces a part as a whole. */
export interface DiscussionParts {
  /** Empty until the user names it. */
  readonly title: string;
  /** The id of the discussion that this is a take of; empty for none. */
  readonly takeOf: string;
  /** A user message that stays the last one; empty for none. */
  readonly workspaceMessage: string;
  /** The open exchange, if any. */
  readonly exchange: Exchange | undefined;
  /** Oldest first. */
  readonly checkpoints: readonly Checkpoint[];
}

export interface Discussion extends DiscussionParts {
  /** By place. */
  readonly messages: readonly Message[];
}

/** Parts to replace, and messages to set by id (undefined removes one). */
export interface DiscussionChange extends Partial<DiscussionParts> {
  readonly messages?: ReadonlyMap<string, Message | undefined>;
}

export const EMPTY_DISCUSSION: Discussion = {
  ...{ title: '', takeOf: '', workspaceMessage: '', exchange: undefined, checkpoints: [] },
  messages: [],
};

/** Characters of a title that is taken from a message. */
const MAX_TITLE = 80;

/** The title: the user's, or the first line of the first user message. Empty if there is neither. */
export function titleOf({ title, messages }: Discussion): string {
  if (title !== '') return title;
  for (const { role, content } of messages) {
    if (role !== 'User') continue;
    const line = oneLine(/\S.{0,999}/.exec(content)?.[0] ?? '');
    if (line !== '') return Array.from(line).slice(0, MAX_TITLE).join('').trimEnd();
  }
  return '';
}

/** A title as it is stored. */
export function asTitle(text: string): string {
  return text.toWellFormed().trim();
}

/** Every text that the user has written or pasted into it. */
export function textsIn({
  messages,
  exchange,
  workspaceMessage,
  checkpoints,
}: Discussion): readonly string[] {
  return [
    ...messages.map(({ content }) => content),
    ...(exchange === undefined ? [] : [...exchange.prompts, exchange.answer]),
    workspaceMessage,
    ...checkpoints.map(({ summary }) => summary),
  ];
}

export function withChange(discussion: Discussion, { messages, ...parts }: DiscussionChange): Discussion {
  if (messages === undefined || messages.size === 0) return { ...discussion, ...parts };
  const kept = discussion.messages.filter(({ id }) => !messages.has(id));
  const set = [...messages.values()].filter((message) => message !== undefined);
  return { ...discussion, ...parts, messages: inOrder([...kept, ...set]) };
}

/** The change that undoes `change` after it has been applied to `discussion`. */
export function inverseOf(
  discussion: Discussion,
  { messages, ...parts }: DiscussionChange,
): DiscussionChange {
  const names = Object.keys(parts) as (keyof DiscussionParts)[]; // a change has no others
  const before = new Map<string, Message | undefined>();
  for (const id of messages?.keys() ?? []) before.set(id, undefined);
  for (const message of discussion.messages) if (before.has(message.id)) before.set(message.id, message);
  return {
    ...Object.fromEntries(names.map((name) => [name, discussion[name]])),
    ...(messages && { messages: before }),
  };
}

/** Several changes as one. The last one wins for each part and message. */
export function joined(changes: readonly DiscussionChange[]): DiscussionChange {
  const messages = new Map(changes.flatMap((change) => [...(change.messages ?? [])]));
  return { ...(Object.assign({}, ...changes) as DiscussionChange), messages };
}

/** Inserts messages before the one at `index`. */
export function insertion(
  { messages }: Discussion,
  index: number,
  added: readonly NewMessage[],
): DiscussionChange {
  const places = roomAt(messages, index, added.length);
  if (places !== undefined)
    return setting(added.map((message, at) => ({ ...message, place: places[at] as number }))); // as many as messages
  const all = [...messages.slice(0, index), ...added, ...messages.slice(index)];
  return setting(all.map((message, place) => ({ ...message, place })));
}

/** Moves a message to `index` among the others. Undefined if there is no such message. */
export function move(discussion: Discussion, id: string, index: number): DiscussionChange | undefined {
  const message = discussion.messages.find((each) => each.id === id);
  const others = discussion.messages.filter((each) => each !== message);
  return message && insertion({ ...discussion, messages: others }, index, [message]);
}

export function removal(ids: Iterable<string>): DiscussionChange {
  return { messages: new Map(Array.from(ids, (id) => [id, undefined])) };
}

/** A take that begins with the messages up to the one at `index`. An open exchange stays where it is. */
export function takeAt({ messages, ...parts }: Discussion, index: number): Discussion {
  const taken = messages.slice(0, index + 1);
  const ids = new Set(taken.map(({ id }) => id));
  const checkpoints = parts.checkpoints.filter(({ covers }) => covers.every((id) => ids.has(id)));
  return { ...parts, checkpoints, exchange: undefined, messages: taken };
}

/** Changes parts of messages. Ids that are not in the discussion are ignored. */
export function edit(
  { messages }: Discussion,
  ids: ReadonlySet<string>,
  parts: Partial<Pick<Message, 'role' | 'content' | 'collapsed'>>,
): DiscussionChange {
  return setting(messages.filter(({ id }) => ids.has(id)).map((message) => ({ ...message, ...parts })));
}

export function inOrder(messages: readonly Message[]): readonly Message[] {
  return messages.toSorted((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
}

function setting(messages: readonly Message[]): DiscussionChange {
  return { messages: new Map(messages.map((message) => [message.id, message])) };
}

/** Ascending places for `count` messages before the one at `index`; undefined if numbers are too coarse for that. */
function roomAt(messages: readonly Message[], index: number, count: number): readonly number[] | undefined {
  const before = messages[index - 1]?.place;
  const after = messages[index]?.place;
  const from = before ?? (after === undefined ? -1 : after - count - 1);
  const step = before === undefined || after === undefined ? 1 : (after - before) / (count + 1);
  const places = Array.from({ length: count }, (_, at) => from + step * (at + 1));
  const bounds = [
    ...(before === undefined ? [] : [before]),
    ...places,
    ...(after === undefined ? [] : [after]),
  ];
  return bounds.every((place, at) => at === 0 || place > (bounds[at - 1] ?? 0)) ? places : undefined;
}
