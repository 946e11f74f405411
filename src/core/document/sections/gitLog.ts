import type { Section } from './section';

export const gitLog = {
  id: 'gitLog',
  title: 'Git Log',
  isStatic: true,
  isFenced: true,
  body: ({ options: { gitLog: count } }) =>
    count === undefined ? undefined : { kind: 'gitLog', heading: '## Git Log', count },
} as const satisfies Section;
