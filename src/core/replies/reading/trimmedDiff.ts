/**
 * Whether copying has cut the white space that lines begin with: the context of a diff has neither marks nor indentation, although
 * changed lines beside it are indented and no line above them opens a block.
 */
export function isDiffTrimmed(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const context = filled.filter(isContext);
  if (context.length < 2 || context.some((line) => /^\s/.test(line))) return false;
  return filled.some((line, index) => {
    const above = filled[index - 1] ?? '';
    return /^[-+][ \t]/.test(line) && isContext(above) && above !== '' && !/[{([:,]\s*$/.test(above);
  });
}

export const TRIMMED =
  'Copying has cut the spaces at the beginning of its lines. Copy the reply as Markdown.';

function isContext(line: string): boolean {
  return !/^[-+@\\*]/.test(line);
}
