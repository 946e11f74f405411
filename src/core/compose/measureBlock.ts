import { isSafeCut, lastSafeCut, nextSafeCut } from '../tokens/additivity';
import type { TokenCounter } from '../tokens/encoding';
import { utf8Length } from '../tokens/utf8';
import { SEPARATOR } from './separator';
import type { BlockMeasure } from '../tokens/blockMeasure';

/**
 * Measures a block by its body, without separator or final line end. The two endings differ only after the body's last safe
 * cut, so the text before it is counted once.
 */
export function measureBlock(body: string, counter: TokenCounter): BlockMeasure {
  const cut = lastSafeCut(body);
  const shared = counter.count(body.slice(0, cut));
  const rest = body.slice(cut);
  return {
    tokens: shared + counter.count(rest + SEPARATOR),
    tokensAsLast: shared + counter.count(`${rest}\n`),
    bytes: utf8Length(body) + SEPARATOR.length,
    lines: lineFeeds(body) + lineFeeds(SEPARATOR),
  };
}

/** The measure of a file's block, and the tokens of its text alone. */
export interface FileMeasure {
  readonly tokens: number;
  readonly block: BlockMeasure;
}

/**
 * Measures the block `head + text + tail` and the text alone. Counts the text once except for its ends: leading white space
 * or a leading slash can share a token with the line end of `head`, and an added line end can share one with the last line.
 *
 * @param head heading and opening fence, including the line end
 * @param text the file's text with LF line ends; the block adds a final one if it is missing
 * @param tail closing fence, without a line end
 * @param textBytes UTF-8 bytes of `text`, if already known
 */
export function measureFileBlock(
  head: string,
  text: string,
  tail: string,
  counter: TokenCounter,
  textBytes = utf8Length(text),
): FileMeasure {
  const ending = text === '' || text.endsWith('\n') ? '' : '\n';
  const start = text === '' || isSafeCut(head + text.charAt(0), head.length) ? 0 : nextSafeCut(text, 1);
  const end = ending === '' ? text.length : Math.max(start, lastSafeCut(text));
  const first = text.slice(0, start);
  const last = text.slice(end);
  // If the first stretch is the whole text, the ending belongs to it.
  const firstEnding = last === '' ? ending : '';

  const middle = counter.count(text.slice(start, end));
  const tokens = counter.count(first) + middle + counter.count(last);
  const opened =
    counter.count(head + first + firstEnding) + middle + (last === '' ? 0 : counter.count(last + ending));
  return {
    tokens,
    block: {
      tokens: opened + counter.count(tail + SEPARATOR),
      tokensAsLast: opened + counter.count(`${tail}\n`),
      bytes: utf8Length(head) + textBytes + ending.length + utf8Length(tail) + SEPARATOR.length,
      lines: lineFeeds(head) + lineFeeds(text) + ending.length + lineFeeds(tail) + lineFeeds(SEPARATOR),
    },
  };
}

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
