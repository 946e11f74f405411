/** The characters of a page that the document has. */
export const MOST_CHARACTERS = 4_000;

/** What is kept of a page, as Markdown. */
export interface PageText {
  /** At most `MOST_CHARACTERS`, counted as code points. Empty if the page has no text. */
  readonly text: string;
  /** Whether the page goes on. */
  readonly isCut: boolean;
}

/** The text of a page, and the address under which the task names it. */
export interface ReadUrl extends PageText {
  readonly url: string;
}

/** The beginning of a page. `goesOn` says that the page has more than this Markdown. */
export function pageText(markdown: string, goesOn = false): PageText {
  const written = markdown.trim();
  const beginning = Array.from(written.slice(0, 2 * MOST_CHARACTERS)).slice(0, MOST_CHARACTERS);
  const text = beginning.join('');
  return { text, isCut: goesOn || text.length < written.length };
}
