import { closesBlock, opensBlock } from '../placing/lostIndent';

/**
 * Whether copying has cut the white space that lines begin with: the context of a diff has neither marks nor indentation, although it
 * opens a block, or changed lines below it are indented although it opens none.
 */
export function isDiffTrimmed(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const context = filled.filter(isContext);
  if (context.length < 2 || context.some((line) => /^\s/.test(line))) return false;
  return filled.some((line, index) => {
    const above = filled[index - 1] ?? '';
    if (!isContext(above) || above === '') return false;
    if (isContext(line)) return opensBlock(above) && !closesBlock(line);
    return /^[-+][ \t]/.test(line) && !/[{([:,]\s*$/.test(above);
  });
}

export const TRIMMED =
  'Copying has cut the spaces at the beginning of its lines. Copy the reply as Markdown.';

function isContext(line: string): boolean {
  return !/^[-+@\\*]/.test(line);
}
