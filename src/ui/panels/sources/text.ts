/** Texts of the tab that lists the sources of the document. */
export const TEXT = {
  switch: 'In the document',
  switchOf: (source: string) => `${source} in the document`,
  more: 'What has changed in a git repository, and issues of the Beads tracker in a .beads folder, are listed here if the folder has them.',
} as const;
