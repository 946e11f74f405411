/** Tells whether messages have changed. A fast hash, because it runs on the page; nothing depends on it being hard to forge. */
import type { Message } from './discussion';

/** The hash of the messages with these ids, in the order of the ids. Ids without a message change it. */
export function hashOfMessages<T extends Pick<Message, 'id' | 'role' | 'content'>>(
  messages: readonly T[],
  ids: readonly string[],
  hashOf: (message: T) => string = hashOfMessage,
): string {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const hashes = ids.map((id) => {
    const message = byId.get(id);
    return message === undefined ? '-' : hashOf(message);
  });
  return hashOfText(hashes.join());
}

/** The hash of a role and a content. */
export function hashOfMessage({ role, content }: Pick<Message, 'role' | 'content'>): string {
  return hashOfText(`${role}\n${content}`);
}

/** 64 bits as hex: two multiplicative hashes with different seeds, each mixed into the other. */
function hashOfText(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return hex(other) + hex(one);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
