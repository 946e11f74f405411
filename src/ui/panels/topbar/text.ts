/** All texts of the top bar. Its commands have their titles in src/app/commands.ts. */
export const TEXT = {
  heading: (folder: string) => `Strata: ${folder}`,
  folder: 'Folder',
  folderButton: (name: string) => `Folder ${name}`,
  refresh: 'Refresh folder',
  withKeys: (title: string, keys: string) => `${title} (${keys})`,
  goToFile: 'Go to file',
  commands: 'Commands',
  settings: 'Settings',
  copy: 'Copy',
  copyTokens: (tokens: string) => `Copy ${tokens}`,
  nothingToCopy: 'Nothing to copy yet. Select files or write a task.',
  moreCopy: 'More copy options',
} as const;
