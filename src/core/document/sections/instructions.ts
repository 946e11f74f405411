import type { Section } from './section';

/** The user's instructions, then the system prompt of the persona. */
export const instructions = {
  id: 'instructions',
  title: 'Instructions',
  isStatic: true,
  body: ({ options }) => ({
    kind: 'markdown',
    heading: '## Instructions',
    texts: [options.instructions, options.systemPrompt],
  }),
} as const satisfies Section;
