/** Splits words into the terms that an index compares: `HTTPServer`, `http_servers`, and "http server" share some terms. */

/** In UTF-16 units. Longer parts are data, not words. */
export const LONGEST_PART = 39;
/** Longer names are sentences written as one word. */
export const MOST_PARTS = 7;
/** Marks the term of a whole compound, so that it differs from the term of a plain word. */
const COMPOUND = '=';

/** Returns the stems of the word's parts and, if there are several, the compound of all. */
export function termsOf(word: string): readonly string[] {
  const parts = partsOf(word);
  const terms = parts.flatMap(termsOfPart);
  return parts.length > 1 && parts.length <= MOST_PARTS ? [...terms, compoundOf(parts)] : terms;
}

export function compoundOf(parts: readonly string[]): string {
  return COMPOUND + parts.join('');
}

export function isCompound(term: string): boolean {
  return term.startsWith(COMPOUND);
}

/**
 * Splits at camel case, after acronyms (`HTTPServer`), and at everything that is not a letter or digit. Returns lower
 * case.
 */
export function partsOf(word: string): readonly string[] {
  return word
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

function termsOfPart(part: string): readonly string[] {
  if (UNSPACED.test(part)) return pairsOf(part);
  if (part.length < 2 || part.length > LONGEST_PART || /^\d+$/.test(part)) return [];
  return [stem(part)];
}

/** Matches scripts that don't put spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Pairs of characters stand for the words of scripts without blanks. */
function pairsOf(part: string): readonly string[] {
  const characters = [...part.slice(0, 2 * LONGEST_PART)];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`);
}

/**
 * Removes common English endings from a word in lower case. Cheap and rough, which is enough because both sides of a
 * comparison use it.
 */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const root = withoutSuffix(singular(word));
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes)$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutSuffix(word: string): string {
  const { length } = word;
  if (length > 5 && word.endsWith('ing')) return undoubled(word.slice(0, -3));
  if (length > 4 && word.endsWith('ed') && !word.endsWith('eed')) return undoubled(word.slice(0, -2));
  return length > 6 && word.endsWith('tion') ? word.slice(0, -3) : word;
}

/** `stopp` is `stop`, but `pass`, `call`, and `buzz` stay. */
function undoubled(word: string): string {
  return word.length > 3 && /([^lsz])\1$/.test(word) ? word.slice(0, -1) : word;
}

/** Returns whether a name looks like code and not like an English word: `readFile`, `read_file`, `_read`, `MAX_SIZE`. */
export function isCodeLike(name: string): boolean {
  return name.length > 3 && /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|^_+[a-z]|^[A-Z]{2,}_/.test(name);
}
