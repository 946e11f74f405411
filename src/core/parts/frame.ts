/** The text around the blocks of a part: the part's number, the user's own sentences, and a request to wait for the rest. */
import { SEPARATOR } from '../compose/separator';
import { closedText } from '../compose/textSection';
import type { PartLimits } from './chatProfile';

const MORE_FOLLOWS = 'Reply only "OK". More parts follow.';

export interface Frame {
  /** The text before the first block. */
  opening(part: number, parts: number): string;
  /** The text after the last body of a part that others follow. */
  readonly more: string;
  /** The text after the last body of the last part. */
  readonly end: string;
}

/** The frame with the user's Markdown in it. Open fences and HTML blocks are closed. */
export function frameOf({ before, after }: Pick<PartLimits, 'before' | 'after'>): Frame {
  const above = closedText(before);
  const below = closedText(after);
  return {
    opening: (part, parts) => joined([`Part ${part} of ${parts}`, above]) + SEPARATOR,
    more: `${SEPARATOR}${joined([below, MORE_FOLLOWS])}\n`,
    end: below === '' ? '\n' : `${SEPARATOR}${below}\n`,
  };
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
