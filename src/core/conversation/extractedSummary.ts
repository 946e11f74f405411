/** A summary of messages by rules, made of lines that were taken from them. */

const HEADINGS = {
  earlier: 'Before that',
  begins: 'It began with',
  asked: 'Asked',
  decisions: 'Decisions',
  files: 'Files',
  questions: 'Open questions',
  ends: 'It ended with',
} as const;

type Part = keyof typeof HEADINGS;

/** Lines for a summary, the most important of each part first. */
export type Extract = Readonly<Record<Part, readonly string[]>>;

/** All texts that `summaryWithin` needs the tokens of. */
export function countedTexts(extract: Extract): readonly string[] {
  return PARTS.flatMap((part) =>
    extract[part].length === 0 ? [] : [headOf(part), ...extract[part].map(asItem)],
  );
}

/**
 * The summary with as many lines as fit into `limit` tokens, an equal number from each part as long as there are any.
 * `tokensOf` gives the tokens of `countedTexts`. They add up exactly, because each begins with a letter or a hyphen and ends
 * with LF.
 */
export function summaryWithin(extract: Extract, tokensOf: (text: string) => number, limit: number): string {
  const taken = new Map<Part, readonly string[]>();
  const used = new Set<string>();
  let room = limit;
  const longest = Math.max(...PARTS.map((part) => extract[part].length));
  for (let at = 0; at < longest; at += 1) {
    for (const part of MOST_WANTED_FIRST) {
      const line = extract[part][at];
      if (line === undefined || used.has(line)) continue;
      const lines = taken.get(part);
      const cost = tokensOf(asItem(line)) + (lines === undefined ? tokensOf(headOf(part)) : 0);
      if (cost > room) continue;
      room -= cost;
      used.add(line);
      taken.set(part, [...(lines ?? []), line]);
    }
  }
  return PARTS.flatMap((part) => {
    const lines = taken.get(part);
    return lines === undefined
      ? []
      : [headOf(part), ...inReadingOrder(part, extract[part], lines).map(asItem)];
  }).join('');
}

const PARTS = Object.keys(HEADINGS) as readonly Part[]; // it has no others
const MOST_WANTED_FIRST: readonly Part[] = [
  ...(['begins', 'ends', 'earlier', 'decisions', 'questions', 'files', 'asked'] as const),
];

/** The newest lines are the most important, but read oldest first. */
function inReadingOrder(part: Part, all: readonly string[], lines: readonly string[]): readonly string[] {
  const isNewestFirst = part === 'decisions' || part === 'questions' || part === 'asked';
  return isNewestFirst ? all.filter((line) => lines.includes(line)).toReversed() : lines;
}

function headOf(part: Part): string {
  return `${HEADINGS[part]}:\n`;
}

function asItem(line: string): string {
  return `- ${line}\n`;
}

/** Whether a line without its colon is a heading of such a summary. */
export function isHeading(text: string): boolean {
  return Object.values(HEADINGS).some((heading) => heading === text);
}
