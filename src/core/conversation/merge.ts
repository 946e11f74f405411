import { inOrder, type Discussion, type Message } from './discussion';

/**
 * Merges two versions of a discussion that both come from `base`, message by message. A message that one side deleted and the other
 * changed stays. If both changed a text, ours stays in place and theirs follows as a new message.
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
  return {
    title: ours.title === base.title ? theirs.title : ours.title,
    messages: inOrder(merged),
  };
}

export function isSameDiscussion(one: Discussion, other: Discussion): boolean {
  return (
    one.title === other.title &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, at) => isSameMessage(message, other.messages[at]))
  );
}

function mergeMessages(
  old: Message | undefined,
  our: Message,
  their: Message,
  newId: () => string,
): readonly Message[] {
  if (isSameMessage(our, their)) return [our];
  const pick = <Key extends keyof Message>(key: Key): Message[Key] =>
    our[key] === old?.[key] ? their[key] : our[key];
  const message: Message = {
    id: our.id,
    ...{ role: pick('role'), content: pick('content'), time: pick('time') },
    ...{ collapsed: pick('collapsed'), place: pick('place') },
  };
  const isLost = message.content !== their.content && their.content !== old?.content;
  return isLost ? [message, { ...their, id: newId(), place: message.place }] : [message];
}

function isSameMessage(one: Message, other: Message | undefined): boolean {
  if (one === other) return true;
  const keys = Object.keys(one) as (keyof Message)[]; // a message has no others
  return other !== undefined && keys.every((key) => one[key] === other[key]);
}

function byId({ messages }: Discussion): Map<string, Message> {
  return new Map(messages.map((message) => [message.id, message]));
}
