import type { Section } from './section';

/** One block for each file; the layout sets the heading above them. */
export const files = { id: 'files', title: 'Files', isStatic: true } as const satisfies Section;
