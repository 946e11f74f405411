import type { Section } from './section';

/** The discussion so far, below everything that stays the same between turns. */
export const discussion = {
  id: 'discussion',
  title: 'Discussion History',
  isStatic: false,
  body: ({ options, messages, attachedTo }) =>
    options.withDiscussion && messages.length > 0
      ? { kind: 'discussion', heading: '## Discussion History', messages, attached: attachedTo(messages) }
      : undefined,
} as const satisfies Section;
