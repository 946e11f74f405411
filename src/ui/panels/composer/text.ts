/** The composer's texts. The settings themselves bring their labels, choices and undo steps. */
export const TEXT = {
  title: 'Document text',
  taskPlace: 'printed last',
  taskHint: 'What should the model do?',
  instructionsPlace: 'printed first',
  instructionsHint: 'How the model should work and respond',
  systemPromptPlace: 'after the instructions',
  systemPromptHint: 'Set by a persona, or write your own',
  figures: 'Show lines and symbols of selected files',
} as const;
