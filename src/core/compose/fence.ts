/** Beyond this many backticks a fence is made of tildes, so that a file full of backticks does not grow threefold. */
const MAX_BACKTICKS = 64;

/**
 * The fence for a text: longer than any run of its own character inside it, so that no line of the text can close
 * it, whatever list or quote that line pretends to stand in.
 */
export function fenceFor(text: string): string {
  const backticks = Math.max(3, longestRun(text, '`') + 1);
  if (backticks <= MAX_BACKTICKS) return '`'.repeat(backticks);
  return '~'.repeat(Math.max(3, longestRun(text, '~') + 1));
}

/** Jumps from run to run; a text without the character costs one native search. */
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
