/** How a document is shown: its text, or a summary of it by rules. */
export const DOCUMENT_FORMS = ['full', 'summary'] as const;

export type DocumentForm = (typeof DOCUMENT_FORMS)[number];

/** A PDF or another document that the user has added, see `sourceOf`. */
export interface AddedDocument {
  readonly source: string;
  readonly form: DocumentForm;
  /** True if it stays in the list and out of the document. */
  readonly isOff: boolean;
}

/** The files that are read as documents. All others are read as plain text. */
export const DOCUMENT_EXTENSIONS = ['pdf', 'docx', 'html', 'htm', 'xhtml', 'ipynb'] as const;

/** Whether a file's text is better read as a document than in the folder. */
export function isDocumentFile(name: string): boolean {
  return DOCUMENT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}
