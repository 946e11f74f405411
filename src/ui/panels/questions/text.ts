/** All texts of the dialogs that ask before files are selected or copied. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  focus: {
    title: 'Select focus files',
    why: 'The worker role shows focus files in full and reduces all others, but no file is marked as focus. Which files should the model change?',
    filter: 'Filter files',
    more: (count: number) => `and ${grouped(count)} more. Filter to see them.`,
    without: 'Continue without focus files',
    with: 'Continue with focus files',
  },
  sensitive: {
    title: 'These files may contain secrets',
    why: 'Files with names like these are left out by default. If you select them, a copy asks about the keys and passwords it recognizes. It can’t recognize them all.',
  },
  large: {
    title: 'These files are very large',
    why: (size: string, tokens: string) =>
      `${size}, ${tokens}. They have not been read yet. Selecting them reads and counts them, and each copy reads them again.`,
  },
  more: (count: number) => `and ${grouped(count)} more`,
  leaveOut: 'Leave out',
  selectAnyway: (count: number) => `Select ${plural(count, 'file')} anyway`,
} as const;
