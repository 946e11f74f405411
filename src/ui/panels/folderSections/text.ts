/** Texts of the sections that describe the folder. Labels and choices come from the settings. */
export const TEXT = {
  title: 'File tree and symbol map',
  fileTree: {
    hint: 'The names of the files, so that the model knows the layout.',
    figures: 'Show lines and symbols of selected files',
  },
  symbolMap: {
    hint: 'What each file declares and imports, and which files use it.',
    tokens: 'Token limit',
  },
} as const;
