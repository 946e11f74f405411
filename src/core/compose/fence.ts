/** Longer fences use tildes, so that a file full of backticks does not triple in size. */
const MAX_BACKTICKS = 64;

/**
 * The fence for a text. It is longer than any run of its character in the text, so no line can close it, not even inside a
 * list or quote.
 */
export function fenceFor(text: string): string {
  const backticks = Math.max(3, longestRun(text, '`') + 1);
  if (backticks <= MAX_BACKTICKS) return '`'.repeat(backticks);
  return '~'.repeat(Math.max(3, longestRun(text, '~') + 1));
}

/** The fence that is open after a line of Markdown, given the one that is open before; empty for none. */
export function openFenceAfter(open: string, line: string): string {
  const [, marks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})([^]*)/.exec(line) ?? [];
  if (open === '') return marks.startsWith('`') && rest.includes('`') ? '' : marks;
  return marks.startsWith(open) && rest.trim() === '' ? '' : open;
}

/** Jumps from run to run, so a text without the character costs one native search. */
function longestRun(text: string, char: '`' | '~'): number {
  const code = char.charCodeAt(0);
  let longest = 0;
  for (let start = text.indexOf(char); start >= 0;) {
    let end = start + 1;
    while (text.charCodeAt(end) === code) end += 1;
    longest = Math.max(longest, end - start);
    start = text.indexOf(char, end);
  }
  return longest;
}
