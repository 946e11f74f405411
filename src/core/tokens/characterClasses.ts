/**
 * The classes of characters that the pretokenizers distinguish, one bit each, so that a set of classes is a mask. Text
 * is UTF-8 followed by the byte END, which occurs in no valid UTF-8 and belongs to no class, so scanning loops need no
 * other bounds check.
 */

export const UPPER = 1; // \p{Lu} \p{Lt}
export const LOWER = 2; // \p{Ll}
export const CASELESS = 4; // \p{Lm} \p{Lo}
export const MARK = 8; // \p{M}
export const NUMBER = 16; // \p{N}
export const BLANK = 32; // \s but not a line end
export const LINE_END = 64; // CR, LF
export const SYMBOL = 128; // everything else

export const LETTER = UPPER | LOWER | CASELESS;
export const WHITE = BLANK | LINE_END;

export const END = 0xff;

/** The class of the character at `index`; 0 at the end of the text. */
export function classAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index] as number; // In bounds: callers stop at END.
  const known = classOfByte[byte] as number; // In bounds: 256 entries.
  return known !== 0 || byte === END ? known : classOfCodePoint(codePointAt(bytes, index));
}

/** The index after the run of characters at `index` whose classes are in `mask`. */
export function skip(bytes: Uint8Array, index: number, mask: number): number {
  for (;;) {
    while ((classOfByte[bytes[index] as number] as number) & mask) index++;
    const byte = bytes[index] as number;
    if (byte < 0x80 || byte === END) return index;
    if (!(classOfCodePoint(codePointAt(bytes, index)) & mask)) return index;
    index += widthOfLead(byte);
  }
}

/** The index after the character at `index`. */
export function next(bytes: Uint8Array, index: number): number {
  return index + widthOfLead(bytes[index] as number);
}

function widthOfLead(byte: number): number {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** The index of the character before `index`. */
export function previous(bytes: Uint8Array, index: number): number {
  do index--;
  while (((bytes[index] as number) & 0xc0) === 0x80);
  return index;
}

function codePointAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index] as number;
  const second = (bytes[index + 1] as number) & 0x3f;
  if (byte < 0xe0) return ((byte & 0x1f) << 6) | second;
  const third = (bytes[index + 2] as number) & 0x3f;
  if (byte < 0xf0) return ((byte & 0x0f) << 12) | (second << 6) | third;
  return ((byte & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[index + 3] as number) & 0x3f);
}

/**
 * 0 means not yet known: each character is looked up in the engine's Unicode tables when it is first met. Pages of the
 * array that no text touches take no memory.
 */
const classes = new Uint8Array(0x110000);

function classOfCodePoint(point: number): number {
  const known = classes[point] as number; // In bounds: every code point has an entry.
  return known !== 0 ? known : (classes[point] = classify(String.fromCodePoint(point)));
}

const patterns: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lm}\p{Lo}]/u, CASELESS],
  [/\p{Ll}/u, LOWER],
  [/[\p{Lu}\p{Lt}]/u, UPPER],
  [/\p{M}/u, MARK],
  [/\p{N}/u, NUMBER],
  [/[\r\n]/, LINE_END],
  [/\s/u, BLANK],
];

function classify(character: string): number {
  for (const [pattern, value] of patterns) if (pattern.test(character)) return value;
  return SYMBOL;
}

/** Classes of the ASCII bytes; 0 for all others. */
const classOfByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? classify(String.fromCharCode(byte)) : 0,
);
