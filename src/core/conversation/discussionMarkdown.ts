/** Discussions as Markdown to read, which can be imported again. */
import { oneLine } from '../compose/escapePath';
import { normalizeLineEnds } from '../files/normalize';
import { titleOf, type Discussion } from './discussion';
import type { ForeignDiscussion } from './importers/importer';
import { asRole } from './roles';

/**
 * The title as a heading, and the messages, as `Role: text`. Before each is a line of dashes, longer than any in the messages.
 * In roles, colons and backslashes are escaped by a backslash.
 */
export function writeMarkdown(discussion: Discussion): string {
  const messages = discussion.messages.map(
    ({ role, content }) => `${asRole(role).replaceAll(/[\\:]/g, '\\$&')}: ${normalizeLineEnds(content)}`,
  );
  const dashes = messages.flatMap((text) => text.match(/^-{3,}$/gm) ?? []).map(({ length }) => length + 1);
  const line = '-'.repeat(dashes.reduce((most, length) => Math.max(most, length), 3));
  const title = oneLine(titleOf(discussion)) || 'Discussion';
  return `# ${title}\n\n${line}\n${messages.map((message) => `\n${message}\n`).join(`\n${line}\n`)}`;
}

/** Without messages if there are none; undefined for other Markdown. */
export function readMarkdown(text: string): ForeignDiscussion | undefined {
  const [head = '', title = '', line = ''] = /^# (.*)\n\n(-{3,})(?:\n\n|\n?$)/.exec(text) ?? [];
  if (head === '') return undefined;
  if (head === text) return { title, messages: [] };
  const written = text.slice(head.length).replace(/\n$/, '').split(`\n\n${line}\n\n`);
  const messages = written.flatMap((message) => {
    const [, label = '', content = ''] = /^((?:[^\\:\n]|\\[^\n]){1,120}): ?([^]*)$/.exec(message) ?? [];
    const role = label.replaceAll(/\\([\\:])/g, '$1');
    return label === '' || role !== asRole(role) ? [] : [{ role, content }];
  });
  return messages.length === written.length ? { title, messages } : undefined;
}
