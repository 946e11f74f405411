/** Texts of the sections that describe the folder. The settings bring their labels and choices. */
export const TEXT = {
  fileTree: { figures: 'Show lines and symbols of selected files' },
  symbolMap: {
    hint: 'What each file declares and imports, and who uses it, in a few signs',
    tokens: 'At most tokens',
  },
} as const;
