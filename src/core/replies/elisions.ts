/** Lines that models write in place of code they leave out. */

/**
 * Whether a line stands for code that was left out: `...` alone, or a comment such as `// ... existing code ...`,
 * `# rest of the file unchanged`, `<!-- … -->`. `previous` is the line above, if any: after a colon, Python's `...` is
 * a body.
 */
export function isElision(line: string, previous?: string): boolean {
  if (line.length > LONGEST) return false;
  const text = line.trim();
  if (text === '...' || text === '…') return previous === undefined || !previous.trimEnd().endsWith(':');
  if (BRACKETED.test(text)) return true;
  const words = commentText(text);
  return words !== undefined && saysLeftOut(words);
}

const LONGEST = 200;

/** `[...]`, `[... unchanged ...]`, and `... existing code ...` without a comment. */
const BRACKETED =
  /^(?:\[ ?(?:\.{3}|…)(?:[^\].…]*(?:\.{3}|…))? ?\]|(?:\.{3}|…) ?(?:existing|rest|unchanged|remaining|other|same|omitted)[^.…]*(?:\.{3}|…))$/i;

/** The words of a line that is only a comment. */
function commentText(text: string): string | undefined {
  for (const [open, close] of COMMENTS) {
    if (text.length < open.length + close.length || !text.startsWith(open) || !text.endsWith(close)) continue;
    return text.slice(open.length, text.length - close.length).trim();
  }
  return undefined;
}

const COMMENTS: readonly (readonly [string, string])[] = [
  ['{/*', '*/}'],
  ['<!--', '-->'],
  ['/*', '*/'],
  ['{{!--', '--}}'],
  ['(*', '*)'],
  ['///', ''],
  ['//', ''],
  ['##', ''],
  ['#', ''],
  ['--', ''],
  [';;', ''],
  [';', ''],
  ['%', ''],
  ["'", ''],
];

function saysLeftOut(words: string): boolean {
  const inner = words.replace(/^[[(<{]|[\])>}]$/g, '').trim();
  const starts = /^(?:\.{3}|…)/.test(inner);
  const ends = /(?:\.{3}|…)$/.test(inner);
  if (starts && ends) return true;
  if (starts || ends) return LEFT_OUT.test(inner);
  return UNCHANGED.test(inner);
}

const LEFT_OUT =
  /\b(?:existing|rest|unchanged|remaining|remains?|other|same|previous|above|before|omitted|unmodified|keep|kept|code|more|snip|truncated)\b|其余|不变|省略|现有/i;

const UNCHANGED =
  /^(?:the )?(?:rest|remainder) of (?:the|your|this)\b|^(?:rest|remaining|existing|other|previous)\b.{0,60}\b(?:unchanged|same|here|as before|omitted)\b|\b(?:remains?|stays?|is|are) (?:the same|unchanged)\b|^(?:code )?unchanged$|保持不变|其余.{0,20}不变/i;
