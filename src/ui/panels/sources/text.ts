/** Texts of the tab that lists the sources of the document. */
export const TEXT = {
  switch: 'In the document',
  switchOf: (source: string) => `${source} in the document`,
  more: 'Web addresses in the task, changes in a git repository, and issues of the Beads tracker in a .beads folder are listed here as soon as there are any.',
} as const;
