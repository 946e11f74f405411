import type { Scan, ScannerRules } from './rules';
import { sectionSymbols, type Heading } from './sections';
import { textLines } from './textLines';

export const asciidoc: ScannerRules = {
  kind: 'scanner',
  id: 'asciidoc',
  family: 'prose',
  scan: scanAsciidoc,
};

/** Delimiters of blocks whose text is not a section: listings, literals, comments, passthroughs, tables, fences. */
const BLOCK = /^(?:-{4,}|\.{4,}|\/{4,}|\+{4,}|[|,:!]={3,}|`{3,}\w*|={4,}|\*{4,}|_{4,}|--)\s*$/;

/** Underline characters of old-style titles, outermost level first. */
const UNDERLINES = '=-~^+';

/** Finds titles of both styles, except inside blocks. */
function scanAsciidoc(text: string): Scan {
  const headings: Heading[] = [];
  let block: string | undefined;
  let title: { readonly text: string; readonly start: number } | undefined;
  for (const { text: line, start, end } of textLines(text)) {
    const written = line.trimEnd();
    if (block !== undefined) {
      if (written === block) block = undefined;
      continue;
    }
    const level = underlineLevel(written, title?.text);
    if (title !== undefined && level !== undefined) {
      headings.push({ level, name: nameOf(title.text), start: title.start, end });
      title = undefined;
      continue;
    }
    if (BLOCK.test(written)) {
      block = written.startsWith('```') ? '```' : written;
      title = undefined;
      continue;
    }
    const atx = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/.exec(written);
    if (atx !== null) headings.push({ level: atx[1]?.length ?? 1, name: nameOf(atx[2] ?? ''), start });
    // An old-style title is a separate line, and not an attribute, a list or a macro.
    const begins =
      atx === null &&
      title === undefined &&
      /^[^\s[.:|+/*=-].*\w|^\w/.test(written) &&
      isParagraphStart(text, start);
    title = begins ? { text: written, start } : undefined;
  }
  return { symbols: sectionSymbols(headings, text.length) };
}

/**
 * The heading level if `line` underlines the title above it: one repeated character, as long as the title plus or minus
 * two.
 */
function underlineLevel(line: string, title: string | undefined): number | undefined {
  if (title === undefined || line.length < 3 || Math.abs(line.length - title.length) > 2) return undefined;
  const level = UNDERLINES.indexOf(line[0] ?? ' ');
  return level < 0 || [...line].some((mark) => mark !== line[0]) ? undefined : level + 1;
}

/** Whether a paragraph starts here: after a blank line, an anchor, attributes or a comment. */
function isParagraphStart(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', start - 2) + 1), start).trim();
  return before === '' || /^(?:\[.*\]|\/\/.*|:[\w-]+:.*)$/.test(before.slice(0, 500));
}

function nameOf(written: string): string {
  const plain = written.replace(/[ \t]+=+$/, '').replaceAll(/\[\[[^\]]*\]\]|`|\*\*/g, '');
  return plain.trim().slice(0, 200) || '(untitled)';
}
