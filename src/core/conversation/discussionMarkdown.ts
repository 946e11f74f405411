/** Discussions as Markdown to read, which can be imported again. */
import { oneLine } from '../compose/escapePath';
import { titleOf, type Discussion } from './discussion';
import type { ForeignDiscussion } from './importers/importer';
import { printedMessage } from './printedMessage';
import { roleOf } from './roles';

/** The title as a heading, and the messages. Between them are lines of dashes, longer than any in the messages. */
export function writeMarkdown(discussion: Discussion): string {
  const messages = discussion.messages.map(printedMessage);
  const dashes = messages.flatMap((text) => text.match(/^-{3,}$/gm) ?? []).map(({ length }) => length + 1);
  const line = '-'.repeat(dashes.reduce((most, length) => Math.max(most, length), 3));
  const title = oneLine(titleOf(discussion)) || 'Discussion';
  return `${[`# ${title}`, ...messages].join(`\n\n${line}\n\n`)}\n`;
}

/** Undefined for other Markdown. */
export function readMarkdown(text: string): ForeignDiscussion | undefined {
  const [head = '', title = '', line = ''] = /^# (.*)\n\n(-{3,})\n\n/.exec(text) ?? [];
  if (head === '') return undefined;
  const written = text.slice(head.length).replace(/\n$/, '').split(`\n\n${line}\n\n`);
  const messages = written.flatMap((message) => {
    const [, role = '', content = ''] = /^([^\n:]{1,80}): ?([^]*)$/.exec(message) ?? [];
    return role === '' ? [] : [{ role: roleOf(role), content }];
  });
  return messages.length === written.length ? { title, messages } : undefined;
}
