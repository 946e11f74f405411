/** What happens to text when a rendered chat is copied, undone line by line. */

export interface Decoding {
  readonly name: 'entities' | 'quotes' | 'blanks' | 'zero-width';
  readonly decode: (line: string) => string;
}

/**
 * Each gives the line back unchanged if it has nothing to decode. A file may contain the encoded form on purpose, so
 * decode only on evidence: if the old lines of an edit match the file in no other way.
 */
export const DECODINGS: readonly Decoding[] = [
  { name: 'zero-width', decode: withoutZeroWidth },
  { name: 'blanks', decode: withPlainBlanks },
  { name: 'quotes', decode: withPlainQuotes },
  { name: 'entities', decode: withoutEntities },
];

/** A line with every decoding applied, to recognize marks and paths; never for the text of an edit. */
export function decoded(line: string): string {
  return MAY_BE_ENCODED.test(line) ? DECODINGS.reduce((text, { decode }) => decode(text), line) : line;
}

const MAY_BE_ENCODED = /[&\u0080-\uffff]/;

export function withoutZeroWidth(line: string): string {
  return line.replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '');
}

export function withPlainBlanks(line: string): string {
  return line.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
}

export function withPlainQuotes(line: string): string {
  return line.replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'").replace(/[\u201c-\u201f\u2033]/g, '"');
}

/** One level only: `&amp;lt;` becomes `&lt;`. */
export function withoutEntities(line: string): string {
  return line.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(String(name).toLowerCase()) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
  });
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
