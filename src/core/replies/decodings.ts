/** Copies of rendered chats change characters: quotes become typographic, spaces unbreakable, `<` an entity. */

/** A way in which copying changes a text. */
export type Decoding = 'invisible' | 'spaces' | 'quotes' | 'entities';

export const DECODINGS: readonly Decoding[] = ['invisible', 'spaces', 'quotes', 'entities'];

/** A line without what copying adds. Entities stay, because files have them too. */
export function plainLine(line: string): string {
  return SPECIAL.test(line) ? decoded(withBlanks(line), 'quotes') : line;
}

/** A text with ordinary blanks only. */
export function withBlanks(text: string): string {
  return decoded(decoded(text, 'invisible'), 'spaces');
}

export function decoded(line: string, decoding: Decoding): string {
  switch (decoding) {
    case 'invisible':
      return line.replaceAll(INVISIBLE, '');
    case 'spaces':
      return line.replaceAll(SPACES, ' ');
    case 'quotes':
      return line.replaceAll(DOUBLE_QUOTES, '"').replaceAll(SINGLE_QUOTES, "'");
    case 'entities':
      // Once from left to right, so that `&amp;lt;` becomes `&lt;`.
      return line.includes('&')
        ? line.replaceAll(ENTITY, (entity) => CHARACTER_BY_ENTITY[entity] ?? entity)
        : line;
  }
}

/** How many places of a line a decoding would change. */
export function countOf(line: string, decoding: Decoding): number {
  const pattern = PATTERN[decoding];
  return decoding === 'entities' || SPECIAL.test(line) ? (line.match(pattern)?.length ?? 0) : 0;
}

/** Whether a line has characters that copying would have changed, such as straight quotes. */
export function isPlain(line: string, decoding: Decoding): boolean {
  switch (decoding) {
    case 'invisible':
      return false;
    case 'spaces':
      return line.trim().includes(' ');
    case 'quotes':
      // Apostrophes may be left as they are.
      return line.includes('"') || /(?:^|\P{L})'|'(?:\P{L}|$)/u.test(line);
    case 'entities':
      return line.includes('<') || line.includes('>');
  }
}

const INVISIBLE = /[\u200b-\u200d\u2060\ufeff\u00ad]/g;
const SPACES = /[\u00a0\u2007\u202f\u2002\u2003\u2009]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032]/g;
const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34);/g;
const SPECIAL =
  /[\u00a0\u00ad\u2002\u2003\u2007\u2009\u200b-\u200d\u2018-\u201f\u202f\u2032\u2033\u2060\ufeff]/;

const PATTERN: Readonly<Record<Decoding, RegExp>> = {
  invisible: INVISIBLE,
  spaces: SPACES,
  quotes: /[\u2018-\u201f\u2032\u2033]/g,
  entities: ENTITY,
};

const CHARACTER_BY_ENTITY: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
};
