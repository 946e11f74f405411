/** The composer's texts. The settings themselves bring their labels, choices and undo steps. */
export const TEXT = {
  title: 'Task and copy',
  taskPlace: 'The task is printed last, after the files.',
  taskHint: 'What should the model do?',
  instructionsPlace: 'printed first',
  instructionsHint: 'How the model should work and respond',
  systemPromptPlace: 'after the instructions',
  systemPromptHint: 'Set by a persona, or write your own',
  textsTitle: 'Instructions and file tree',
  figures: 'Show lines and symbols of selected files',

  advanced: 'Role and summary style…',
  detailStep: (choice: string) => `Detail: ${choice}`,

  copy: 'Copy',
  copyTokens: (tokens: string, keys: string) => `Copy ${tokens} (${keys})`,
  nothingToCopy: 'Nothing to copy yet. Select files or write a task.',
  moreCopy: 'More copy options',
} as const;
