/** Texts of the sections that describe the folder. Labels and choices come from the settings. */
export const TEXT = {
  fileTree: { figures: 'Show lines and symbols of selected files' },
  symbolMap: {
    hint: 'Lists what each file declares and imports, and which files use it',
    tokens: 'Token limit',
  },
} as const;
