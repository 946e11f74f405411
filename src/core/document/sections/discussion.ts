import type { Section } from './section';

/** One block for each message of the discussion so far, below everything that stays the same between turns. */
export const discussion = {
  id: 'discussion',
  title: 'Discussion History',
  isStatic: false,
  heading: '## Discussion History',
  body: ({ options, messages, attachedTo }) =>
    options.withDiscussion && messages.length > 0
      ? { kind: 'discussion', messages, attached: attachedTo(messages) }
      : undefined,
} as const satisfies Section;
