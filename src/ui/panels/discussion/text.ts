/** All texts of the discussion tab. */
import {
  LEFT_OUT_KINDS,
  type LeftOut,
  type LeftOutKind,
} from '../../../core/conversation/importers/importer';
import { grouped, plural } from '../../shared/numbers';

const REASONS: Readonly<Record<LeftOutKind, string>> = {
  branch: 'not on the branch you viewed last',
  hidden: 'that the chat does not show',
  reasoning: 'with nothing but reasoning',
  empty: 'without text',
  unreadable: 'in an unknown form',
};

export const TEXT = {
  region: 'Discussion',
  list: 'Messages',
  noMatch: 'No message matches',
  empty: {
    title: 'No messages yet',
    lead: 'Copies include the conversation above the task, so that the model knows what was said.',
    ways: 'A discussion starts when you copy a task and paste the answer. Or import an existing chat.',
    paste: 'Import conversation…',
    add: 'Add message',
  },
  bar: {
    menu: (title: string) => `Discussion: ${title}`,
    untitled: 'New discussion',
    none: 'No discussion',
    create: 'New discussion',
    rename: 'Rename…',
    promote: 'Make this take the main discussion',
    paste: 'Import conversation…',
    remove: 'Delete discussion',
    compress: 'Compress…',
    download: (format: string) => `Download as ${format}`,
    foldAll: 'Fold all messages',
    unfoldAll: 'Unfold all messages',
    name: 'Name of the discussion',
    nameHint: 'First line of the first message',
    include: 'In the document',
    includeTitle: 'Copies include this discussion above the task',
    undo: (name: string | undefined) =>
      name === undefined ? 'Undo in discussion' : `Undo: ${name} (Ctrl+Z)`,
    redo: (name: string | undefined) =>
      name === undefined ? 'Redo in discussion' : `Redo: ${name} (Ctrl+Shift+Z)`,
    add: 'Add message',
    search: 'Search messages',
    searchHint: 'Search',
    /** The second part is for screen readers. */
    found: (count: number, all: number) => [
      `${grouped(count)} of ${grouped(all)}`,
      all === 1 ? ' message' : ' messages',
    ],
    count: (count: number) => plural(count, 'message'),
  },
  message: {
    label: (number: number, role: string) => `Message ${number}, ${role}`,
    foldTitle: 'Fold or unfold (← →). Move between messages with ↑ ↓',
    role: (number: number) => `Role of message ${number}`,
    otherRole: 'Other…',
    otherRoleHint: 'Role name',
    otherRoleName: (number: number) => `Name of the role of message ${number}`,
    edit: (number: number) => `Edit message ${number}`,
    editTitle: 'Edit (Enter)',
    done: (number: number) => `Finish editing message ${number}`,
    doneTitle: 'Done (Escape)',
    up: (number: number) => `Move message ${number} up`,
    upTitle: 'Move up (Alt+↑)',
    down: (number: number) => `Move message ${number} down`,
    downTitle: 'Move down (Alt+↓)',
    more: (number: number) => `More for message ${number}`,
    clearToMove: 'Clear the search to move messages',
    copy: 'Copy message',
    branch: 'Branch from here',
    insertAbove: 'Insert message above',
    insertBelow: 'Insert message below',
    remove: 'Delete message',
    text: (number: number) => `Text of message ${number}`,
    hint: 'Write or paste the message',
    tooLong: 'This message is too long to edit here. You can still move, copy, download, or delete it.',
    blank: 'Empty message, not in the document',
    showMore: (count: string) => `Show more (${count} characters left)`,
    tokensTitle: 'Tokens of this message in a chat: its text, its role, and 3 more',
    counting: '…',
  },
  end: {
    title: 'End of the discussion',
    asked: 'Asked, not in the discussion yet',
    answered: 'Answer, not in the discussion yet',
    pin: 'Pin a message…',
    pinTitle: 'A message that stays the last one in every copy, after the task',
    pinned: 'Pinned message',
    pinnedHint: 'The goal, open points: printed last in every copy, after the task',
    pinnedOff: 'Not in the document, like the discussion',
    unpin: 'Remove the pinned message',
  },
  checkpoint: {
    title: (count: number) => `Summary of ${plural(count, 'message')}`,
    openTitle: 'Show or hide the messages that this summary replaces (← →)',
    edit: 'Edit summary…',
    again: 'Summarize again…',
    stale: 'Out of date',
    staleTitle: 'A message was edited since this summary was made',
    remove: 'Remove summary',
    removeTitle: 'Remove summary: copies include the messages again instead of it (Delete)',
    covered: 'In the summary, not copied itself',
    offer: (count: number) =>
      `This discussion is long. A short summary can replace its oldest ${plural(count, 'message')} in copies.`,
    compress: 'Compress…',
    decline: 'Not now',
    ignored: (count: number) =>
      `${plural(count, 'summary is', 'summaries are')} not used, because messages that belong to ${count === 1 ? 'it' : 'them'} are missing.`,
    removeIgnored: (count: number) => (count === 1 ? 'Remove it' : 'Remove them'),
  },
  paste: {
    title: 'Import conversation',
    hint: 'Paste a chat that you copied, with names such as “You said:” or “Assistant:”, or choose or drop a file: an export of ChatGPT, Claude, or another chat (ZIP or JSON), a session of Claude Code or Codex, TOML, or Markdown.',
    text: 'Conversation',
    placeholder: 'Paste the conversation or drop a file here',
    longText: (size: string) => `Pasted text, ${size}`,
    reading: 'Reading…',
    file: 'Choose file…',
    refused: (reason: string) => `Couldn't read this: ${reason}.`,
    found: (format: string, discussions: number, messages: number) =>
      `${format}: ${discussions > 1 ? plural(discussions, 'discussion') : plural(messages, 'message')}`,
    selectAll: 'Select all',
    untitled: 'Untitled',
    messages: (count: number, leftOut: number) =>
      leftOut === 0 ? plural(count, 'message') : `${plural(count, 'message')}, ${grouped(leftOut)} left out`,
    /** Says how many messages are left out for each reason; empty if there are none. */
    leftOut: (counts: LeftOut) => {
      const parts = LEFT_OUT_KINDS.flatMap((kind) => {
        const count = counts[kind] ?? 0;
        return count === 0 ? [] : `${grouped(count)} ${REASONS[kind]}`;
      });
      return parts.length === 0 ? '' : `Messages left out: ${parts.join(', ')}.`;
    },
    shortened: (count: number) => `The reasoning in ${plural(count, 'message')} is left out.`,
    all: (count: number) => `${plural(count, 'message')} in all.`,
    empty: (count: number) =>
      `${plural(count, 'discussion')} without text ${count === 1 ? 'is' : 'are'} left out.`,
    otherFiles: (count: number) =>
      `${plural(count, 'other file')} in the ZIP file: images and files that messages mention are attached, the rest is left out.`,
    unread: (count: number, first: string) =>
      count === 1
        ? `1 file in the ZIP file couldn't be read: ${first}.`
        : `${plural(count, 'file')} in the ZIP file couldn't be read. The first: ${first}.`,
    unknown: (count: number, first: string) =>
      count === 1
        ? `1 file in the ZIP file has no conversations in a known format (${first}).`
        : `${plural(count, 'file')} in the ZIP file have no conversations in a known format (the first: ${first}).`,
    more: (count: number) => `and ${plural(count, 'more message')}`,
    filter: 'Filter by title',
    noMatch: 'No discussion has this in its title.',
    moreDiscussions: (count: number) =>
      `and ${plural(count, 'more discussion')}. Filter by title to see them.`,
    tooMany: (most: number) => `More than ${grouped(most)} messages. Split it into several files.`,
    cancel: 'Cancel',
    append: 'Add to this discussion',
    create: (count: number) => (count > 1 ? `Import ${count} discussions` : 'Import as new discussion'),
  },
} as const;
