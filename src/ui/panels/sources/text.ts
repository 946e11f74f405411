/** Texts of the tab that lists the sources of the document. */
export const TEXT = {
  switch: 'In the document',
  switchOf: (source: string) => `${source} in the document`,
  empty: 'This folder has no other sources',
  hint: 'URLs in the task, what has changed in a git repository, and issues of the Beads tracker in a .beads folder can become sections of the document.',
} as const;
