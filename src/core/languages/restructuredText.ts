import type { Scan, ScannerRules } from './rules';
import { sectionSymbols, type Heading } from './sections';
import { textLines, type TextLine } from './textLines';

export const restructuredText: ScannerRules = {
  kind: 'scanner',
  id: 'rst',
  family: 'prose',
  scan: scanRst,
};

/** A line of one repeated character. */
const ADORNMENT = /^([!-/:-@[-`{-~])\1+\s*$/;

/**
 * An underline may be shorter than its title only if it has at least this many characters; shorter ones may be text.
 */
const MIN_UNDERLINE = 4;

/**
 * Finds titles with an underline, or with both over- and underline. Levels follow the order in which styles first
 * occur.
 */
function scanRst(text: string): Scan {
  const headings: Heading[] = [];
  /** Styles in order of occurrence: `=`, or `==` if there is also an overline. */
  const styles: string[] = [];
  let above: TextLine | undefined;
  let title: TextLine | undefined;
  let isAfterTitle = true;

  function levelOf(style: string): number {
    const at = styles.indexOf(style);
    return at >= 0 ? at + 1 : styles.push(style);
  }

  for (const line of textLines(text)) {
    const mark = ADORNMENT.exec(line.text)?.[1];
    const width = line.text.trimEnd().length;
    const isOver = above !== undefined && above.text.trimEnd() === line.text.trimEnd();
    if (mark !== undefined && title !== undefined && (isOver || isTitle(title, width))) {
      const start = isOver ? (above?.start ?? title.start) : title.start;
      headings.push({
        level: levelOf(isOver ? mark + mark : mark),
        name: nameOf(title),
        start,
        end: line.end,
      });
      above = undefined;
      title = undefined;
      isAfterTitle = true;
      continue;
    }
    if (line.text.trim() === '') {
      above = undefined;
      title = undefined;
    } else if (mark !== undefined) {
      above = title === undefined ? line : undefined;
      title = undefined;
    } else {
      // A title is a separate line, after a blank line or its overline.
      const begins =
        title === undefined && (above !== undefined || isAfterTitle || isBlankBefore(text, line.start));
      title = begins ? line : undefined;
      if (!begins) above = undefined;
    }
    isAfterTitle = false;
  }
  return { symbols: sectionSymbols(headings, text.length) };
}

/** A title without an overline is not indented, and at most slightly longer than its underline. */
function isTitle({ text }: TextLine, width: number): boolean {
  if (/^\s/.test(text) || text.startsWith('.. ')) return false;
  return width >= text.trimEnd().length || width >= MIN_UNDERLINE;
}

function isBlankBefore(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.lastIndexOf('\n', start - 2) + 1;
  return (
    (start - before <= 500 && text.slice(before, start).trim() === '') ||
    /^\.\. /.test(text.slice(before, before + 3))
  );
}

function nameOf({ text }: TextLine): string {
  const plain = text
    .replaceAll(/:[\w:+.-]+:`([^`<]+?)(?:\s*<[^`>]*>)?`/g, '$1')
    .replaceAll(/`{1,2}|\*{1,2}/g, '')
    .replaceAll(/\\(.)/g, '$1');
  return plain.trim().slice(0, 200) || text.trim().slice(0, 200);
}
