import type { HunkLine } from '../replyEdit';
import { indentOf } from './foldLine';

/**
 * Whether copying has cut the indentation of all lines: none has any, although an added line follows one that opens a
 * block.
 */
export function isIndentTrimmed(lines: readonly HunkLine[]): boolean {
  const written = lines.filter(({ op, text }) => op !== 'gap' && op !== 'remove' && text.trim() !== '');
  if (lines.some(({ text }) => text.trim() !== '' && indentOf(text) !== '')) return false;
  return written.some(({ op, text }, index) => {
    const above = written[index - 1]?.text ?? '';
    return op === 'add' && opensBlock(above) && !closesBlock(text);
  });
}

export function opensBlock(line: string): boolean {
  const text = line.trimEnd();
  return (
    /[{([]$/.test(text) ||
    (text.endsWith(':') && /^(?:async|class|def|elif|else|except|finally|for|if|try|while|with)\b/.test(text))
  );
}

export function closesBlock(line: string): boolean {
  return /^[})\]]/.test(line.trimStart());
}
