/** Discussions as texts: reading those of other programs, and writing our own. */
import { parse, stringify } from 'smol-toml';
import { titleOf, type Discussion } from './discussion';
import type { DiscussionFormat } from './formats';
import type { ForeignDiscussion } from './importers/importer';
import { CONVERSATION_IMPORTERS } from './importers/registry';
import { printedMessage } from './printedMessage';
import { SEPARATOR } from '../compose/separator';

export type ReadConversation =
  | { readonly kind: 'read'; readonly format: string; readonly discussions: readonly ForeignDiscussion[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads the discussions in a text of any known format. */
export function readConversation(text: string): ReadConversation {
  const written = text.replace(/^\ufeff/, '');
  const source = { text: written, data: dataOf(written) };
  for (const { name, read } of CONVERSATION_IMPORTERS) {
    const discussions = read(source);
    if (discussions !== undefined && discussions.length > 0)
      return { kind: 'read', format: name, discussions };
  }
  return { kind: 'refused', reason: 'it has no messages' };
}

/** `md` has the form of the document's section; the others keep everything but the ids. */
export function writeDiscussion(discussion: Discussion, format: DiscussionFormat): string {
  if (format === 'md')
    return `# ${titleOf(discussion) || 'Discussion'}\n\n${discussion.messages.map(printedMessage).join(SEPARATOR)}\n`;
  const messages = discussion.messages.map(({ role, content, time, collapsed }) => ({
    ...{ role, content, time },
    ...(collapsed && { collapsed }),
  }));
  const data = { title: discussion.title, messages };
  return format === 'json' ? `${JSON.stringify(data, null, 2)}\n` : stringify(data);
}

/** The value of a JSON or TOML text; undefined for other texts. Other programs' files are too large for the parser that presets need. */
function dataOf(text: string): unknown {
  return valueOr(
    () => JSON.parse(text) as unknown,
    () =>
      valueOr(
        () => (/^[^\n]*=|^[ \t]*\[/m.test(text) ? parse(text) : undefined),
        () => undefined,
      ),
  );
}

function valueOr(read: () => unknown, otherwise: () => unknown): unknown {
  try {
    return read();
  } catch {
    return otherwise();
  }
}
