/** All texts about the project's file. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  backups: 'Backups of',
  restore: (time: string) => `Restore version before ${time}…`,
  restored: (file: string) => `Restored ${file}.`,

  /** The file's name goes between the two parts. */
  unreadable: ["Couldn't read ", '. It is not used and not changed.'],
  refused: (count: number) => `${plural(count, 'entry', 'entries')} ignored in`,
  more: (count: number) => `and ${grouped(count)} more`,

  review: {
    create: (file: string) => `Create ${file}`,
    change: (file: string) => `Change ${file}`,
    effect: (effect: string) => `is ${effect}`,
    renamedFrom: 'renamed from',
    commit: 'Commit this file to share its presets and personas with your team.',
    spliced: 'Everything not marked here stays unchanged, byte for byte.',
    rewritten:
      'The layout of this file does not allow a partial change, so the whole file is rewritten. Only its layout and comments change.',
    lostComments: (count: number) => `${plural(count, 'comment')} would be lost:`,
    restores: (time: string) => `This restores the whole file as it was before ${time}.`,
    keepsPresent: 'The current text is kept in this browser and included in “Save backup”.',
    changes: 'Changes',
    asks: 'The browser asks for write access to the folder if you have not allowed it yet.',
    readOnly: 'This page can only read the folder. Download the file and put it in the root folder.',
    cancel: 'Cancel',
    download: (file: string) => `Download ${file}`,
    save: (file: string) => `Save ${file}`,
  },
} as const;
