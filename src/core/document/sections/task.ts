import type { Section } from './section';

/** Last in the document, because it changes with every turn. */
export const task = {
  id: 'task',
  title: 'Task',
  isStatic: false,
  body: ({ options, attachedTo }) => ({
    kind: 'markdown',
    heading: '## Task',
    texts: [options.task],
    attached: attachedTo([options.task]),
  }),
} as const satisfies Section;
