import { markdownBlocks, type MarkdownDialect, type MarkdownHeading } from './markdownBlocks';
import type { ScannerRules } from './rules';
import { sectionSymbols, type Heading } from './sections';

export const markdown: ScannerRules = markdownRules(['markdown', 'rmarkdown'], 'commonmark');
export const mdx: ScannerRules = markdownRules(['mdx'], 'mdx');

function markdownRules([id = '', ...also]: readonly string[], dialect: MarkdownDialect): ScannerRules {
  return {
    kind: 'scanner',
    ...{ id, also },
    family: 'prose',
    scan: (text) => ({
      symbols: sectionSymbols(
        markdownBlocks(text, dialect, frontMatterEnd(text)).headings.map(headingOf),
        text.length,
      ),
    }),
  };
}

/** A heading as an outline names it. */
export function headingOf({ level, text, start, end, container }: MarkdownHeading): Heading {
  return { level, name: text.slice(0, 200) || '(untitled)', start, end, container };
}

/** YAML between lines of `---`, or TOML between lines of `+++`. A rule is followed by a blank line. */
export function frontMatterEnd(text: string): number {
  const mark = /^(?:---|\+\+\+)(?=[ \t]*\n[ \t]*\S)/.exec(text)?.[0];
  if (mark === undefined) return 0;
  const closing = mark === '---' ? /^(?:---|\.\.\.)[ \t]*(?:\n|$)/gm : /^\+\+\+[ \t]*(?:\n|$)/gm;
  closing.lastIndex = mark.length;
  return closing.test(text) ? closing.lastIndex : 0;
}
