/** The sections of a document in their order: what is stable first, what changes every turn last. */
export const SECTION_ORDER = [
  'instructions',
  'fileTree',
  'symbolMap',
  'files',
  'documents',
  'urls',
  'screenshots',
  'beads',
  'discussion',
  'task',
] as const;

export type SectionId = (typeof SECTION_ORDER)[number];

/** Heading line of each section, without the blank line after it. */
export const SECTION_HEADING: Readonly<Record<SectionId, string>> = {
  instructions: '## Instructions',
  fileTree: '## File Tree',
  symbolMap: '## Symbol Map',
  files: '## Files',
  documents: '## Documents',
  urls: '## URLs',
  screenshots: '## Screenshots',
  beads: '## Beads Mode: Progress Track',
  discussion: '## Discussion History',
  task: '## Task',
};

/** What the files stand under, by how they are shown. */
export const FILES_HEADINGS = ['## Files', '## Files (Summary)', '## Files (Tier 3 - Focused)'] as const;
export type FilesHeading = (typeof FILES_HEADINGS)[number];

/** Whether a section belongs to the static part of a document, the part that can be copied alone. */
export function isStaticSection(section: SectionId): boolean {
  return section !== 'discussion' && section !== 'task';
}
