import type { FileFacts } from '../facts/fileFacts';
import { symbolDepths } from '../facts/questions';
import { countOf } from '../languages/cuts';
import { firstSentence } from './sentence';

/** Line count, headings by level, the first sentence under each. */
export function summariseProse(languageName: string, text: string, facts: FileFacts): string {
  const out = [`${languageName}, ${countOf(facts.lines)}`, ''];
  const depths = symbolDepths(facts);
  const start = facts.symbols[0]?.range.start ?? text.length;
  const opening = firstSentence(text.slice(0, Math.min(start, 2_000)));
  if (opening !== undefined) out.push(opening);
  for (const [index, { name, range, signature }] of facts.symbols.entries()) {
    const next = facts.symbols[index + 1]?.range.start ?? range.end;
    const body = text.slice(signature.end, Math.min(Math.max(next, signature.end), signature.end + 2_000));
    const sentence = firstSentence(body.replace(/^\n[=-]+[ \t]*(?=\n|$)/, ''));
    const indent = '  '.repeat(depths[index] ?? 0);
    out.push(`${indent}- ${name}${sentence === undefined ? '' : `: ${sentence}`}`);
  }
  return `${out.join('\n').trimEnd()}\n`;
}
