/** The choices for a selected file that is no longer in the folder. */
export const TEXT = {
  useOnly: 'Use this file',
  use: 'Use',
  deselect: 'Deselect file',
} as const;
