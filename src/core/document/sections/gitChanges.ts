import type { Section } from './section';

export const gitChanges = {
  id: 'gitChanges',
  title: 'Git Changes',
  isStatic: true,
  isFenced: true,
  body: ({ options: { gitChanges: since, gitCommit: commit } }) =>
    since === 'off' && commit === ''
      ? undefined
      : { kind: 'gitChanges', heading: '## Git Changes', commit, ...(since !== 'off' && { since }) },
} as const satisfies Section;
