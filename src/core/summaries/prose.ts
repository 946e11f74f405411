import { counted } from '../counted';
import type { FileFacts } from '../facts/fileFacts';
import { symbolsByDepth } from '../facts/questions';
import { withoutStatedSecrets } from '../secrets/withoutSecrets';
import { firstSentence } from './sentence';

/** Summarizes prose: line count, headings by level, and the first sentence under each. */
export function summarizeProse(languageName: string, text: string, facts: FileFacts): string {
  const out = [`${languageName}, ${counted(facts.lines, 'line')}`, ''];
  const start = facts.symbols[0]?.range.start ?? text.length;
  const opening = firstSentence(proseOf(text.slice(0, Math.min(start, 2_000))));
  if (opening !== undefined) out.push(opening);
  for (const [index, { symbol, depth }] of symbolsByDepth(facts).entries()) {
    const { name, range, signature } = symbol;
    const next = facts.symbols[index + 1]?.range.start ?? range.end;
    const body = text.slice(signature.end, Math.min(Math.max(next, signature.end), signature.end + 2_000));
    const sentence = firstSentence(proseOf(body));
    out.push(`${'  '.repeat(depth)}- ${name}${sentence === undefined ? '' : `: ${sentence}`}`);
  }
  return `${withoutStatedSecrets(out.join('\n').trimEnd())}\n`;
}

/**
 * Keeps only sentences: drops underlines of headings, front matter, code, tables, markup, images, and horizontal rules.
 */
function proseOf(text: string): string {
  return text
    .replace(/^---\n[^]*?\n---(?=\n|$)/, '')
    .replace(/^\n[=-]+[ \t]*(?=\n|$)/, '')
    .replaceAll(/^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))/gm, '')
    .replaceAll(/^[ \t]*(?:<|\||!?\[!?\[|!\[|[-*_=]{3,}[ \t]*$)[^\n]*$/gm, '');
}
