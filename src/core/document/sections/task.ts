import type { Section, SectionInput } from './section';

/** Last in the document, because it changes with every turn. The pinned message of the discussion follows the question. */
export const task = {
  id: 'task',
  title: 'Task',
  isStatic: false,
  body: (input) => {
    const texts = askedTexts(input);
    return { kind: 'markdown', heading: '## Task', texts, attached: input.attachedTo(texts) };
  },
} as const satisfies Section;

/** The texts that ask the model for something, in order. */
export function askedTexts({
  options: { task: asked, withDiscussion },
  workspaceMessage,
}: Pick<SectionInput, 'options' | 'workspaceMessage'>): readonly string[] {
  return withDiscussion && workspaceMessage !== '' ? [asked, workspaceMessage] : [asked];
}
