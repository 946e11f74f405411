/** When an update prints a diff instead of a file: if it has less than half the tokens, never, or whenever there is one. */
export const DIFF_USES = ['auto', 'never', 'always'] as const;
export type DiffUse = (typeof DIFF_USES)[number];
