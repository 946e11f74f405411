/** Summarizes a document by rules: sentences taken from groups of paragraphs, then from the summaries of the groups. */
import { extractLines } from '../conversation/extract';

/** Tokens of a group. A text with no more is its own summary. */
export const GROUP_TOKENS = 4_000;

const MOST_DECISIONS = 3;
const MOST_FILES = 8;

export type CountTokens = (text: string) => number;

/** A summary of at most `GROUP_TOKENS`, or as close as rules get. Short texts stay as they are. */
export function summarizeDocument(markdown: string, count: CountTokens): string {
  let text = markdown;
  for (;;) {
    const groups = groupsOf(text, count);
    if (groups.length <= 1) return text;
    const shorter = groups
      .map(summaryOf)
      .filter((summary) => summary !== '')
      .join('\n\n');
    if (shorter.length >= text.length) return text;
    text = shorter;
  }
}

/** Paragraphs in a row, as many as fit. A longer paragraph is a group of its own. */
function groupsOf(text: string, count: CountTokens): readonly string[] {
  const paragraphs = text.split(/\n{2,}/);
  const groups: string[][] = [];
  let room = 0;
  for (const paragraph of paragraphs) {
    const size = count(`${paragraph}\n\n`);
    const group = groups.at(-1);
    if (group === undefined || size > room) {
      // A heading goes with the text below it.
      const label = group !== undefined && group.length > 1 && isLabel(group.at(-1)) ? group.splice(-1) : [];
      groups.push([...label, paragraph]);
      room = GROUP_TOKENS - size;
    } else {
      group.push(paragraph);
      room -= size;
    }
  }
  return groups.map((group) => group.join('\n\n'));
}

/** Its first and last sentence, its decisions, and the files that it names, under the first heading or page mark. */
function summaryOf(group: string): string {
  const content = group.replaceAll(LABELS, '');
  const { begins, ends, decisions, files } = extractLines([{ role: 'User', content }]);
  const sentences = new Set([...begins, ...decisions.slice(0, MOST_DECISIONS).toReversed(), ...ends]);
  const lines = [...sentences].map((line) => `- ${line}`);
  if (files.length > 0) lines.push(`- Files: ${files.slice(0, MOST_FILES).join(', ')}`);
  return [...(group.match(LABELS) ?? []).slice(0, 1), ...lines].join('\n');
}

function isLabel(paragraph = ''): boolean {
  return paragraph.replace(LABELS, '') === '';
}

const LABELS = /^(?:#{1,6} .{1,200}|\[Page \d+[^\]\n]{0,100}\])$/gm;
