/** All texts of the instructions, in the right pane and in their dialog. */
import type { PromptPart } from '../../../core/prompt/parts';
import { plural } from '../../shared/numbers';

interface PartWords {
  readonly label: string;
  readonly hint: string;
}

export const TEXT = {
  title: 'Instructions',
  place: 'Printed first, in this order. Clear a box to leave a part out.',
  total: (tokens: string) => `${tokens} in the document`,
  whole: 'All in one view…',
  preview: 'Show in preview',

  parts: {
    global: { label: 'Instructions for all folders', hint: 'Applies to every folder you open' },
    folder: { label: 'Instructions for this folder', hint: 'How the model should work and respond' },
    persona: { label: 'System prompt', hint: 'Set by a persona, or write your own' },
    workspace: {
      label: 'List of selected files',
      hint: 'The name, type, and summary of each selected file',
    },
    participants: { label: 'Participants', hint: 'Who takes part in the conversation' },
    instructions: {
      label: 'Instruction files',
      hint: 'Selects AGENTS.md, CLAUDE.md, and similar files, and tells the model to follow them',
    },
  } satisfies Record<PromptPart, PartWords>,

  from: (persona: string) => `from ${persona}`,
  changed: (persona: string) => `${persona}, modified`,
  exact: 'Exact text',
  rest: (characters: number) => `… and ${plural(characters, 'more character')}, in the preview`,

  participants: {
    id: (number: number) => `Id of participant ${number}`,
    name: (number: number) => `Name of participant ${number}`,
    idHint: 'id',
    nameHint: 'name',
    add: 'Add participant',
    addRole: (role: string) => `Add ${role}`,
    roles: 'In the discussion:',
    remove: (id: string) => `Remove ${id || 'participant'}`,
  },

  files: {
    list: 'Instruction files, nearest first',
    none: 'None in the folders of the selected files.',
    selectAll: (count: number) => `Select ${plural(count, 'more file')}`,
    step: (path: string, on: boolean) => `${on ? 'Select' : 'Deselect'} ${path}`,
  },

  own: {
    name: 'Name of the text',
    text: (name: string) => `Text of ${name}`,
    hint: 'Printed after the parts above',
    add: 'Add text',
    first: 'Text',
    remove: (name: string) => `Delete ${name}`,
    fault: (reason: string) => `The name ${reason}.`,
  },

  message: {
    title: 'As one chat message',
    hint: 'For a box that takes a system prompt by itself. Documents have these parts under “Instructions”.',
  },
} as const;
