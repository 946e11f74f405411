/** Discussions as Markdown to read, which can be imported again. */
import { oneLine } from '../compose/escapePath';
import { normalizeLineEnds } from '../files/normalize';
import { titleOf, type Discussion } from './discussion';
import type { ForeignDiscussion } from './importers/importer';
import { parseMessage, writtenMessage } from './printedMessage';

/**
 * Writes the title as a heading, then each message with its role in front after a line of dashes that is longer than any
 * in the messages.
 */
export function writeMarkdown(discussion: Discussion): string {
  const messages = discussion.messages.map(({ role, content }) =>
    writtenMessage(role, normalizeLineEnds(content)),
  );
  const dashes = messages.flatMap((text) => text.match(/^-{3,}$/gm) ?? []).map(({ length }) => length + 1);
  const line = '-'.repeat(dashes.reduce((most, length) => Math.max(most, length), 3));
  const title = oneLine(titleOf(discussion)) || 'Discussion';
  return `# ${title}\n\n${line}\n${messages.map((message) => `\n${message}\n`).join(`\n${line}\n`)}`;
}

/** Reads such Markdown. The list may be empty; undefined for other Markdown. */
export function readMarkdown(text: string): ForeignDiscussion | undefined {
  const [head = '', title = '', line = ''] = /^# (.*)\n\n(-{3,})(?:\n\n|\n?$)/.exec(text) ?? [];
  if (head === '') return undefined;
  if (head === text) return { title, messages: [] };
  const written = text.slice(head.length).replace(/\n$/, '').split(`\n\n${line}\n\n`);
  const messages = written.flatMap((message) => parseMessage(message) ?? []);
  return messages.length === written.length ? { title, messages } : undefined;
}
