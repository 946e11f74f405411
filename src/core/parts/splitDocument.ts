/** Splits a document for chats that take only so much at once. */
import { endingOf } from '../document/plan';
import type { PartLimits } from './chatProfile';
import { fewestParts } from './fewestParts';
import { frameOf } from './frame';
import { printedBlock, type BlockToSplit } from './longBlock';
import { measureDocument } from './measuredDocument';
import type { Part, PrintedPart, SplitDocument } from './part';
import { printParts } from './printParts';

/**
 * Splits a document into the fewest parts of at most `limit` characters (UTF-16 units) or tokens. Cuts fall between blocks, in
 * a block over the limit between lines, and in a line over the limit between graphemes. A document within the limit is one
 * part, without anything around it.
 *
 * @param count counts tokens exactly
 */
export function splitDocument(
  blocks: readonly BlockToSplit[],
  { limit, unit, before, after }: PartLimits,
  count: (text: string) => number,
): SplitDocument {
  const sized = ({ text, pieces }: PrintedPart): Part => ({
    ...{ text, pieces },
    ...{ tokens: count(text), characters: text.length },
  });
  const sizeOf = unit === 'tokens' ? count : (text: string) => text.length;
  const document = measureDocument(blocks, frameOf({ before, after }), limit, sizeOf);
  if (document.size <= limit) return { kind: 'parts', parts: [sized(wholeDocument(blocks))] };

  // The digits of the number of parts take room, too.
  for (let most = 9; ; most = 10 * most + 9) {
    const division = fewestParts(document, most);
    if (division.kind === 'stuck') return { kind: 'too small', key: blocks[division.block]?.key ?? '' };
    const { starts } = division;
    if (starts.length <= most) return { kind: 'parts', parts: printParts(document, starts).map(sized) };
  }
}

function wholeDocument(blocks: readonly BlockToSplit[]): PrintedPart {
  return {
    text: blocks.map((block, at) => printedBlock(block) + endingOf(blocks, at)).join(''),
    pieces: blocks.map(({ key }) => ({ key, isContinued: false })),
  };
}
