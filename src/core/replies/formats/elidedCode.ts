import { isElision } from '../elisions';
import { fencedFileAt } from '../fencedFiles';
import type { HunkLine } from '../replyEdit';
import { notRead, readingOf, type ReplyFormat } from './format';

/**
 * A fenced file with lines such as `// ... existing code ...`. Nothing says which of the other lines are new, so each
 * is `add`, and the parts between the gaps have to be found in the file.
 */
export const elidedCode: ReplyFormat = {
  name: 'elided',
  readAt: (view, at, before) => {
    if (view.fenceAt(at) === undefined) return undefined;
    const file = fencedFileAt(view, at, before);
    if (file === undefined) return undefined;
    const lines = elidedLines(file.lines);
    if (lines === undefined) return undefined;
    const { from, to, path, isClosed } = file;
    return isClosed
      ? readingOf({ from, to, path, kind: 'change', hunks: [{ lines }], isInOrder: false })
      : notRead(from, to, `The end of the code block for ${path} is missing.`);
  },
};

/** Undefined if nothing is left out, or if nothing else is there. */
export function elidedLines(texts: readonly string[]): readonly HunkLine[] | undefined {
  const lines = texts.map((text, index): HunkLine => ({
    op: isElision(text, texts[index - 1]) ? 'gap' : 'add',
    text,
  }));
  const hasBoth =
    lines.some(({ op }) => op === 'gap') && lines.some(({ op, text }) => op === 'add' && text.trim() !== '');
  return hasBoth ? lines : undefined;
}
