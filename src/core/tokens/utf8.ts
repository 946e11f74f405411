/** UTF-8 by hand, because core has no TextEncoder. A lone surrogate becomes U+FFFD, as in `toWellFormed()`. */

/** Number of UTF-8 bytes of `text` between two UTF-16 indexes. */
export function utf8Length(text: string, start = 0, end = text.length): number {
  let length = end - start;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A pair is two units and four bytes, so each half counts as two.
    length += unit < 0x800 || isPaired(text, index, unit, start, end) ? 1 : 2;
  }
  return length;
}

/**
 * Writes `text` between two UTF-16 indexes to the start of `target`, and returns the number of bytes written. `target`
 * must have room for three bytes per unit.
 */
export function writeUtf8(text: string, start: number, end: number, target: Uint8Array): number {
  let length = 0;
  for (let index = start; index < end; index++) {
    let unit = text.charCodeAt(index);
    // Most text is mostly ASCII: a separate loop for it is 1.5 times as fast.
    while (unit < 0x80) {
      target[length++] = unit;
      if (++index === end) return length;
      unit = text.charCodeAt(index);
    }
    if (unit < 0x800) {
      target[length++] = 0xc0 | (unit >> 6);
      target[length++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      length = writeThreeBytes(unit, target, length);
    } else if (unit < 0xdc00 && index + 1 < end && isLowSurrogate(text.charCodeAt(index + 1))) {
      const point = 0x10000 + ((unit - 0xd800) << 10) + (text.charCodeAt(++index) - 0xdc00);
      target[length++] = 0xf0 | (point >> 18);
      target[length++] = 0x80 | ((point >> 12) & 0x3f);
      target[length++] = 0x80 | ((point >> 6) & 0x3f);
      target[length++] = 0x80 | (point & 0x3f);
    } else {
      length = writeThreeBytes(0xfffd, target, length);
    }
  }
  return length;
}

function writeThreeBytes(point: number, target: Uint8Array, at: number): number {
  target[at] = 0xe0 | (point >> 12);
  target[at + 1] = 0x80 | ((point >> 6) & 0x3f);
  target[at + 2] = 0x80 | (point & 0x3f);
  return at + 3;
}

function isPaired(text: string, index: number, unit: number, start: number, end: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return false;
  if (unit < 0xdc00) return index + 1 < end && isLowSurrogate(text.charCodeAt(index + 1));
  return index > start && isHighSurrogate(text.charCodeAt(index - 1));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
