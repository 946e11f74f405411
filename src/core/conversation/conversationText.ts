/** Discussions as texts: reading those of other programs, and writing our own. */
import { parse, stringify } from 'smol-toml';
import { withoutMark } from '../outside/withoutMark';
import type { Discussion } from './discussion';
import { writeMarkdown } from './discussionMarkdown';
import type { DiscussionFormat } from './formats';
import {
  sumOfLeftOut,
  type Emptiness,
  type ForeignDiscussion,
  type ImportedText,
} from './importers/importer';
import { isPage } from './importers/htmlText';
import { CONVERSATION_IMPORTERS } from './importers/registry';
import { DISCUSSION_MARK } from './importers/strataData';

export type ReadConversation =
  | {
      readonly kind: 'read';
      readonly format: string;
      readonly discussions: readonly ForeignDiscussion[];
      /** Discussions of which no message is left. */
      readonly empty: Emptiness;
    }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /** It could be read if it was whole. */
      readonly isDamaged?: true;
    };

/** Reads the discussions in a text of any known format. `fileById` finds the files beside it. */
export function readConversation(text: string, fileById?: ImportedText['fileById']): ReadConversation {
  const written = withoutMark(text);
  const source = { text: written, data: dataOf(written), ...(fileById && { fileById }) };
  for (const { name, read } of CONVERSATION_IMPORTERS) {
    const found = read(source);
    if (found === undefined) continue;
    const discussions = found.filter(({ messages }) => messages.length > 0);
    if (discussions.length === 0) return { kind: 'refused', reason: 'it has no messages' };
    const empty = found.filter(({ messages }) => messages.length === 0);
    const leftOut = sumOfLeftOut(empty.map((each) => each.leftOut));
    return { kind: 'read', format: name, discussions, empty: { discussions: empty.length, leftOut } };
  }
  return refusalOf(source);
}

/** Why a file of an export that is a web page is refused. */
export const IS_PAGE =
  'its conversations are a web page (HTML). Export them as JSON; for Gemini, choose JSON for My Activity in Google Takeout';

function refusalOf({ text, data }: ImportedText): ReadConversation {
  const kind = 'refused';
  if (text.includes('\0')) return { kind, reason: 'it is not a text' };
  if (text.trim() === '') return { kind, reason: 'it has no messages' };
  if (isPage(text)) return { kind, reason: IS_PAGE };
  if (data === undefined) return { kind, reason: 'it is incomplete or damaged JSON', isDamaged: true };
  return { kind, reason: 'it has no messages in a known format' };
}

/** The others keep all but the open exchange and the place among takes; `md` keeps roles and texts. */
export function writeDiscussion(discussion: Discussion, format: DiscussionFormat): string {
  if (format === 'md') return writeMarkdown(discussion);
  const messages = discussion.messages.map(({ id, role, content, time, collapsed }) => ({
    ...{ id, role, content, time },
    ...(collapsed && { collapsed }),
  }));
  const { title, workspaceMessage, checkpoints } = discussion;
  const data = {
    ...{ format: DISCUSSION_MARK, title },
    ...(workspaceMessage !== '' && { workspace_message: workspaceMessage }),
    messages,
    ...(checkpoints.length > 0 && { checkpoints }),
  };
  return format === 'json' ? `${JSON.stringify(data, null, 2)}\n` : stringify(data);
}

/** The value of a JSON, JSON Lines, or TOML text; undefined for other texts. Other programs' files are too large for the parser that presets need. */
function dataOf(text: string): unknown {
  return (
    valueOf(() => JSON.parse(text) as unknown) ??
    valueOf(() => linesOf(text)) ??
    valueOf(() => (/=|^[ \t]*\[/m.test(text) ? parse(text) : undefined))
  );
}

/** The values of a text with one JSON value in each line. */
function linesOf(text: string): readonly unknown[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
}

function valueOf(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined; // It is in another format.
  }
}
