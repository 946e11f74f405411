/** Compares the number of parts with an exhaustive search over all places where a document may be cut. */
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { SEPARATOR } from '../compose/separator';
import type { BlockToSplit } from './longBlock';
import type { SizeOf } from './sliceSizes';
import { splitDocument } from './splitDocument';

const count = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
const MORE = `${SEPARATOR}Reply only "OK". More parts follow.\n`;

/** The text of a file. Each UTF-16 unit is a grapheme. */
type Text = string;

interface Place {
  readonly file: number;
  readonly offset: number;
}

/** A stretch of a file as a part prints it. */
function printed(text: Text, file: number, from = 0, to = text.length): string {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const character = from - text.lastIndexOf('\n', from - 1);
  const where = `lines ${lineAt(from)} to ${lineAt(to - 1)}${character > 1 ? `, line ${lineAt(from)} from character ${character}` : ''}`;
  const continued = from === 0 ? '' : ` (continued, ${where})`;
  const end = text[to - 1] === '\n' ? '' : '\n';
  return `### \`${file}\`${continued}\n\n\`\`\`text\n${text.slice(from, to)}${end}\`\`\``;
}

function printedBetween(texts: readonly Text[], from: Place, to: Place): string {
  const stretches = texts.map((text, file) => {
    const start = file === from.file ? from.offset : file < from.file ? text.length : 0;
    const end = file === to.file ? to.offset : file < to.file ? text.length : 0;
    return start < end ? [printed(text, file, start, end)] : [];
  });
  return stretches.flat().join(SEPARATOR);
}

/** Where a text may be cut if parts have so much room: nowhere if it fits, else at lines, and in lines that do not fit. */
function cutsIn(text: Text, fits: (from: number, to: number) => boolean): readonly number[] {
  if (fits(0, text.length)) return [];
  return Array.from(text, (_, offset) => offset).filter((offset) => {
    if (offset === 0 || text[offset] === '\n') return false;
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    return start === offset || !fits(start, text.indexOf('\n', offset) + 1);
  });
}

/** The least number of parts, if it is at most `most`. Fills parts from all places that are reached by the parts before. */
function fewest(texts: readonly Text[], most: number, limit: number, sizeOf: SizeOf): number | undefined {
  const roomIn = (part: number): number => limit - sizeOf(`Part ${part} of ${most}\n\n---\n\n`);
  const places = texts.flatMap((text, file) => {
    const fits = (from: number, to: number): boolean => {
      const isEnd = file === texts.length - 1 && from === 0 && to === text.length;
      return sizeOf(printed(text, file, from, to) + (isEnd ? '\n' : MORE)) <= roomIn(most);
    };
    return [0, ...cutsIn(text, fits)].map((offset) => ({ file, offset }));
  });
  places.push({ file: texts.length, offset: 0 });
  const end = places.length - 1;
  const sizes = places.map((from, start) =>
    places.map((to, at) =>
      at > start ? sizeOf(printedBetween(texts, from, to) + (at === end ? '\n' : MORE)) : Infinity,
    ),
  );
  let reached: readonly number[] = [0];
  for (let part = 1; reached.length > 0; part += 1) {
    const room = roomIn(part);
    reached = [...places.keys()].filter((to) => reached.some((from) => (sizes[from]?.[to] ?? 0) <= room));
    if (reached.includes(end)) return part;
  }
  return undefined;
}

const word = fc.constantFrom('a', 'bc', 'def', 'long name', ';', '{ x }');
const line = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 8, maxLength: 12 }) },
);
const text = fc
  .array(line, { minLength: 1, maxLength: 9 })
  .map((lines) => lines.map((words) => `${words.join(' ')}\n`).join(''));
const texts = fc.array(text, { minLength: 1, maxLength: 3 });

it.each([
  { unit: 'characters' as const, sizeOf: (text: string) => text.length, min: 100, max: 240, numRuns: 60 },
  { unit: 'tokens' as const, sizeOf: count, min: 38, max: 70, numRuns: 20 },
])('makes the fewest parts in $unit', ({ unit, sizeOf, min, max, numRuns }) => {
  const property = fc.property(texts, fc.integer({ min, max }), (files, limit) => {
    const blocks = files.map((text, file): BlockToSplit => {
      return { key: String(file), title: '', lead: '', body: printed(text, file) };
    });
    const split = splitDocument(blocks, { limit, unit, before: '', after: '' }, count);
    const isOne = sizeOf(`${blocks.map(({ body }) => body).join(SEPARATOR)}\n`) <= limit;
    const few = fewest(files, 9, limit, sizeOf);
    const least = few !== undefined && few > 9 ? fewest(files, 99, limit, sizeOf) : few;
    expect(split.kind === 'parts' ? split.parts.length : undefined).toBe(isOne ? 1 : least);
  });
  fc.assert(property, { numRuns });
});
