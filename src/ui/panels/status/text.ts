/** All texts of the status bar and the bars for faults. */
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  steps: { unpack: 'Unpacking', scan: 'Listing', read: 'Reading and counting' },
  measuring: 'Counting selected files',
  underWay: (step: string) => `${step}…`,
  progress: (done: number, total: number) => `${grouped(done)} / ${grouped(total)}`,
  listed: (files: number) => `${grouped(files)} files`,
  cancel: 'Cancel',
  uncounted: (files: number) => `${grouped(files)} not counted`,
  resume: 'Resume reading',
  retry: 'Read again',
  allCounted: 'All files counted',
  problems: (count: number) => `${plural(count, 'ignore rule')} skipped`,
  problem: (file: string, line: number, reason: string) => `${file}, line ${line}: ${reason}`,
  notStored: 'Not stored beyond this tab',
  notStoredTitle: 'This browser stores nothing. Your work is lost when you close this tab.',
  backup: 'Save backup',
  update: 'New version available: reload',
  offlineReady: 'Offline ready',
  notOffline: 'Not available offline',
  performance: 'Performance',
  promise: 'Nothing leaves this machine',
  build: 'Build',
  reload: 'Reload',

  git: {
    detached: (commit: string) => `detached at ${commit}`,
    title: (changes: number, underWay: string | undefined) =>
      [
        `Git branch; ${changes === 0 ? 'nothing' : plural(changes, 'file')} changed since the last commit`,
        underWay === undefined ? [] : `${underWay} under way`,
      ]
        .flat()
        .join('; '),
    unreadable: 'Git not read',
  },

  fault: {
    /** The folder's name goes between the two parts. */
    permission: ['The browser no longer lets this page read ', '. Your selection is kept.'],
    allow: 'Allow access',
    gone: ["Couldn't find ", '. It may have been renamed, moved or unplugged. Your selection is kept.'],
    tryAgain: 'Try again',
    stopped: (reason: string) => `The file reader stopped: ${reason}. Your selection is kept.`,
    openAgain: 'Open again',
    broken: (reason: string) => `Couldn't load or run a part of Strata: ${reason}. Your selection is kept.`,
    failed: (reason: string) => `Couldn't read this folder: ${reason}`,
    archive: (reason: string) => `Couldn't open this archive: ${reason}`,
    openOther: 'Open another folder',
  },
} as const;
