/** All texts of the git sources. */
import { plural } from '../../shared/numbers';

export const TEXT = {
  /** Letters that editors use for them, too. */
  kinds: {
    added: { letter: 'A', title: 'Added since the last commit' },
    modified: { letter: 'M', title: 'Modified since the last commit' },
    deleted: { letter: 'D', title: 'Deleted since the last commit' },
    renamed: { letter: 'R', title: 'Renamed since the last commit' },
    untracked: { letter: 'U', title: 'New: git does not track it' },
    conflicting: { letter: '!', title: 'In conflict: the merge is not finished' },
  },

  changes: {
    title: 'Git changes',
    none: (branch: string) => `Nothing has changed since the last commit on ${branch}`,
    some: (files: number, branch: string) =>
      `${plural(files, 'file')} changed since the last commit on ${branch}`,
    detached: 'a detached head',
    unreadable: (reason: string) => `The repository can’t be read: ${reason}`,
    noBase: 'There is no main branch to compare with',
    since: 'Changes',
    commit: 'Changes of a commit',
    noCommit: 'None',
    otherCommit: 'Other…',
    commitName: 'Commit, tag, or branch',
    hint: 'The differences, as git prints them, so that the model sees what you are working on. Files that git does not track are named only.',
    select: 'Select these files',
    selectBase: (base: string) => `Select all changed since ${base}`,
    list: 'Changed files',
    from: (path: string) => `from ${path}`,
  },
  log: {
    title: 'Git log',
    state: (commits: number | undefined) =>
      commits === undefined ? 'The last commits, one line each' : `The last ${plural(commits, 'commit')}`,
    count: 'Number of commits',
    usual: 20,
  },
} as const;
