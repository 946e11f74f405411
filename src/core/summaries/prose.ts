import { counted } from '../counted';
import type { FileFacts } from '../facts/fileFacts';
import { symbolsByDepth } from '../facts/questions';
import { frontMatterEnd } from '../languages/markdown';
import { markdownBlocks, paragraphText } from '../languages/markdownBlocks';
import { withoutStatedSecrets } from '../secrets/withoutSecrets';
import { firstSentence } from './sentence';

/** Summarizes prose: line count, headings by level, and the first sentence under each. */
export function summarizeProse(languageName: string, text: string, facts: FileFacts): string {
  const out = [`${languageName}, ${counted(facts.lines, 'line')}`, ''];
  const sentenceOf =
    facts.language === 'rst' || facts.language === 'asciidoc' ? firstOfLines : firstOfMarkdown;
  const start = facts.symbols[0]?.range.start ?? text.length;
  const opening = sentenceOf(text.slice(0, Math.min(start, 2_000)));
  if (opening !== undefined) out.push(opening);
  for (const [index, { symbol, depth }] of symbolsByDepth(facts).entries()) {
    const { name, range, signature } = symbol;
    const next = facts.symbols[index + 1]?.range.start ?? range.end;
    const body = text.slice(signature.end, Math.min(Math.max(next, signature.end), signature.end + 2_000));
    const sentence = sentenceOf(body);
    out.push(`${'  '.repeat(depth)}- ${name}${sentence === undefined ? '' : `: ${sentence}`}`);
  }
  return `${withoutStatedSecrets(out.join('\n').trimEnd())}\n`;
}

/** Reads quotes and list items like other paragraphs. The text may begin with the line under a heading. */
function firstOfMarkdown(text: string): string | undefined {
  const start = frontMatterEnd(text) || (/^\n {0,3}(?:=+|-+)[ \t]*(?=\n|$)/.exec(text)?.[0].length ?? 0);
  const { paragraphs } = markdownBlocks(text, 'commonmark', start);
  return firstSentence(proseOf(paragraphs.map((lines) => paragraphText(text, lines)).join('\n')));
}

/** Drops front matter, underlines of headings, and code. */
function firstOfLines(text: string): string | undefined {
  return firstSentence(
    proseOf(
      text
        .replace(/^---\n[^]*?\n---(?=\n|$)/, '')
        .replace(/^\n[=-]+[ \t]*(?=\n|$)/, '')
        .replaceAll(/^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))/gm, ''),
    ),
  );
}

/** Keeps only sentences: drops tables, markup, images, and horizontal rules. */
function proseOf(text: string): string {
  return text.replaceAll(/^[ \t]*(?:<|\||!?\[!?\[|!\[|[-*_=]{3,}[ \t]*$)[^\n]*$/gm, '');
}
