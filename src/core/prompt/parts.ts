/** The parts of the system prompt that the app provides, in document order. The user's own texts follow them. */
export const PROMPT_PARTS = [
  /** The user's instructions for all folders. */
  'global',
  /** The user's instructions for this folder. */
  'folder',
  /** The system prompt of the persona. */
  'persona',
  /** The selected files with their summaries. */
  'workspace',
  'participants',
  /** The names of the instruction files in the document. */
  'instructions',
] as const;
export type PromptPart = (typeof PROMPT_PARTS)[number];

/** Both can be large or change the selection, so the user switches them on. */
export const OFF_BY_DEFAULT: ReadonlySet<PromptPart> = new Set(['workspace', 'instructions']);
