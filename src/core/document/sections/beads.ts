import type { CompositionOptions } from '../../settings/compositionOptions';
import type { Section } from './section';

/** The issues of the tracker in the folder, as one text. */
export const beads = {
  id: 'beads',
  title: 'Beads Issues',
  isStatic: true,
  body: ({ options, projectUsesBeads }) =>
    usesBeads(options, projectUsesBeads)
      ? { kind: 'beads', heading: '## Beads Mode: Progress Track' }
      : undefined,
} as const satisfies Section;

/** Whether the document has the issues, if there are any. */
export function usesBeads(
  { beads: choice }: Pick<CompositionOptions, 'beads'>,
  projectUsesBeads: boolean,
): boolean {
  return choice === 'auto' ? projectUsesBeads : choice === 'on';
}
