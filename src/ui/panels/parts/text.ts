import type { ChatProfile } from '../../../core/parts/chatProfile';
import type { Part } from '../../../core/parts/part';
import { grouped, plural } from '../../shared/numbers';

/** All texts of the dialog that copies a document in parts. */
export const TEXT = {
  title: 'Copy in parts',
  purpose:
    'For a chat that limits the size of a paste. Paste the parts one after the other: each asks the model to wait for the rest.',
  chat: 'Chat',
  add: 'Add a chat…',
  newName: 'My chat',
  name: 'Name',
  limit: 'Largest part',
  unit: 'Unit',
  units: { characters: 'characters', tokens: 'tokens' } satisfies Record<ChatProfile['unit'], string>,
  sentences: 'Text added to each part',
  before: 'Before the text',
  after: 'After the text',
  remove: 'Remove this chat',
  reset: 'Reset to defaults',
  held: 'The document contains secrets that you have not decided about.',
  decide: 'Decide…',
  making: 'Splitting…',
  parts: 'Parts',
  part: (at: number, of: number) => `Part ${grouped(at + 1)} of ${grouped(of)}`,
  size: ({ characters }: Part) => plural(characters, 'character'),
  cutsLine: 'cuts a line',
  copied: 'copied',
  copy: 'Copy',
  copyNext: (at: number, of: number) => `Copy part ${grouped(at + 1)} of ${grouped(of)}`,
  copyWhole: 'Copy: it fits into one part',
  all: 'All parts are copied',
  outdated: 'The document has changed since it was split.',
  again: 'Split again',
  left: (parts: number) =>
    `The document has changed since you copied ${plural(parts, 'part')} of it, so the parts start again.`,
  tooSmall: (block: string) => `This limit is too small: no text of ${block} fits into a part.`,
  failed: (reason: string) => `Couldn't split the document: ${reason}.`,
} as const;
