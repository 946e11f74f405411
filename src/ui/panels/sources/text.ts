/** Texts of the tab that lists the sources of the document. */
export const TEXT = {
  switch: 'In the document',
  switchOf: (source: string) => `${source} in the document`,
  hint: 'In other folders, also what has changed in a git repository, and issues of the Beads tracker in a .beads folder.',
} as const;
