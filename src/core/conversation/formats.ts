/** The formats in which a discussion can be written, by their file extensions. */
export const DISCUSSION_FORMATS = [
  { id: 'json', name: 'JSON' },
  { id: 'toml', name: 'TOML' },
  { id: 'md', name: 'Markdown' },
] as const;

export type DiscussionFormat = (typeof DISCUSSION_FORMATS)[number]['id'];
