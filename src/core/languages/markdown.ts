import type { Scan, ScannerRules } from './rules';
import { sectionSymbols, type Heading } from './sections';

export const markdown: ScannerRules = {
  kind: 'scanner',
  id: 'markdown',
  also: ['mdx'],
  family: 'prose',
  scan: scanMarkdown,
};

/**
 * Finds headings of both styles, except in fences and front matter. A heading's range ends at the next heading of its
 * level or above.
 */
function scanMarkdown(text: string): Scan {
  return { symbols: sectionSymbols(headingsOf(text), text.length) };
}

/** In source order. */
function headingsOf(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  let paragraph: { text: string; start: number } | undefined;
  let start = frontMatterEnd(text);
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    // A heading fits into this; a line of a megabyte is not one.
    const line = text.slice(start, Math.min(end, start + 1_000));
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
      paragraph = undefined;
    } else {
      const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line);
      const underline = paragraph && /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1];
      if (atx !== null) {
        headings.push({ level: atx[1]?.length ?? 1, name: headingText(atx[2] ?? ''), start });
        paragraph = undefined;
      } else if (paragraph !== undefined && underline !== undefined) {
        headings.push({
          level: underline.startsWith('=') ? 1 : 2,
          name: headingText(paragraph.text),
          start: paragraph.start,
        });
        paragraph = undefined;
      } else {
        paragraph = /^ {0,3}[^\s>|*+-]/.test(line) ? (paragraph ?? { text: line, start }) : undefined;
      }
    }
    start = end + 1;
  }
  return headings;
}

function headingText(written: string): string {
  const closing = /[ \t]#+[ \t]*$/.exec(written);
  return (closing === null ? written : written.slice(0, closing.index)).trim().slice(0, 200) || '(untitled)';
}

function frontMatterEnd(text: string): number {
  if (!text.startsWith('---\n')) return 0;
  const end = text.indexOf('\n---\n', 3);
  return end < 0 ? 0 : end + 5;
}
