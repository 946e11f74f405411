import { promptRequest } from '../promptRequest';
import type { Section } from './section';

/** The user's instructions, then the system prompt with all its parts. */
export const instructions = {
  id: 'instructions',
  title: 'Instructions',
  isStatic: true,
  body: (input) => promptRequest(input),
} as const satisfies Section;
