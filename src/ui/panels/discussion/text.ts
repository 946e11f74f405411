/** All texts of the discussion tab. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  region: 'Discussion',
  list: 'Messages',
  empty: {
    lead: 'Add the conversation so far, and copies include it above the task, so that the model knows what was said.',
    paste: 'Paste conversation…',
    add: 'Add message',
  },
  bar: {
    menu: (title: string) => `Discussion: ${title}`,
    untitled: 'New discussion',
    none: 'No discussion',
    create: 'New discussion',
    rename: 'Rename…',
    promote: 'Make this take the main discussion',
    paste: 'Paste conversation…',
    remove: 'Delete discussion',
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
    branch: 'Branch from here',
    insertAbove: 'Insert message above',
    insertBelow: 'Insert message below',
    remove: 'Delete message',
    text: (number: number) => `Text of message ${number}`,
    hint: 'Write or paste the message',
    tooLong: 'This message is too long to edit here. You can still move, copy, download, or delete it.',
    blank: 'Empty message, not in the document',
    showMore: (count: string) => `Show more (${count} characters left)`,
    counting: '…',
  },
  paste: {
    title: 'Paste conversation',
    hint: 'Copied from a chat, or exported: ChatGPT, Claude, JSON, TOML, or text with names such as “User:” and “Assistant:”.',
    text: 'Conversation',
    placeholder: 'User: …',
    longText: (size: string) => `Pasted text, ${size}`,
    reading: 'Reading…',
    file: 'Choose file…',
    refused: (reason: string) => `Couldn't read this: ${reason}.`,
    found: (format: string, discussions: number, messages: number) =>
      `${format}: ${discussions > 1 ? plural(discussions, 'discussion') : plural(messages, 'message')}`,
    all: 'Select all',
    untitled: 'Untitled',
    messages: (count: number, leftOut: number) =>
      leftOut === 0
        ? plural(count, 'message')
        : `${plural(count, 'message')}, ${grouped(leftOut)} on other branches left out`,
    leftOut: (count: number) =>
      `${plural(count, 'message')} on other branches left out. Only the branch you saw last is imported.`,
    more: (count: number) => `and ${plural(count, 'more message')}`,
    moreDiscussions: (count: number) => `and ${plural(count, 'more discussion')}, which Select all includes`,
    tooMany: (most: number) => `More than ${grouped(most)} messages. Split it into several files.`,
    cancel: 'Cancel',
    append: 'Add to this discussion',
    create: (count: number) => (count > 1 ? `Import ${count} discussions` : 'Import as new discussion'),
  },
} as const;
